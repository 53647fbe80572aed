// The pages of the studio and the navigation between them; each is a document of its own, `/?NAME`.
import { say } from "../words";
import { Menu } from "./parts";

export const PAGES = ["model", "lightup", "queens", "watersort"] as const;
export type PageName = (typeof PAGES)[number];

export function currentPage(): PageName {
  const requestedName = location.search.slice(1).split("&")[0] ?? "";
  return PAGES.find((name) => name === requestedName) ?? "model";
}

/** The exercise named by the address, `/?exercise=NAME`. */
export function currentExercise(): string | null {
  return new URLSearchParams(location.search).get("exercise");
}

/** The address of this page, or of its exercise if one is open. */
export function currentAddress(page: PageName): string {
  const name = currentExercise();
  return name === null ? addressOf(page) : `/?exercise=${encodeURIComponent(name)}`;
}

export function addressOf(page: PageName): string {
  return page === "model" ? "/" : `/?${page}`;
}

export function Pages({ current }: { current: PageName }) {
  return (
    <nav class="pages" aria-label={say("play.pages")}>
      {PAGES.map((page) => (
        <a key={page} href={addressOf(page)} aria-current={page === current ? "page" : undefined}>
          {say(`play.page.${page}`)}
        </a>
      ))}
    </nav>
  );
}

/** The same as a menu, for narrow screens. */
export function PagesMenu({ current }: { current: PageName }) {
  return (
    <div class="pages-menu">
      <Menu label={say("play.pages")} icon="pages" isIconOnly>
        {PAGES.map((page) => (
          <a
            key={page}
            class="menu-entry"
            href={addressOf(page)}
            aria-current={page === current ? "page" : undefined}
          >
            {say(`play.page.${page}`)}
          </a>
        ))}
      </Menu>
    </div>
  );
}
