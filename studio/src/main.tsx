// Which page it is, is told by the address (`/?lightup`); its code is loaded only then, and it brings back its state.
import { type Assignment, assigned, type Started, started } from "./ask";
import { showWaiting } from "./waiting";
import "./look/look.css";
import { exerciseHere, type PageName, pageHere } from "./look/pages";
import { languageAsked, readLook } from "./look/worn";
import "./lightup/lightup.css";
import "./play/play.css";
import "./queens/queens.css";
import "./watersort/watersort.css";

interface Page {
  start: (root: HTMLElement, server: Started | null, assignment: Assignment | string | null) => Promise<void>;
}

const LOADING: Record<PageName, () => Promise<Page>> = {
  model: () => import("./model/start"),
  lightup: () => import("./lightup/start"),
  queens: () => import("./queens/start"),
  watersort: () => import("./watersort/start"),
};

async function begin(): Promise<void> {
  const name = exerciseHere();
  const loading = name === null ? LOADING[pageHere()]() : null;
  const server = await started();
  const { language } = readLook({ language: languageAsked(server?.language), theme: "system", isLarge: false });
  const assignment = name === null ? null : await assigned(name, language); // it says on which page it is done
  const page = await (loading ??
    LOADING[typeof assignment === "object" && assignment ? assignment.page : "model"]());
  showWaiting();
  const root = document.getElementById("studio");
  if (root) await page.start(root, server, assignment);
}

void begin();
