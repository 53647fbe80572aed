// Entry point: the address selects the page (`/?lightup`); its code is loaded on demand, and it restores its state.
import { type Assignment, loadAssignment, loadServerInfo, type ServerInfo } from "./ask";
import { mountWaitIndicator } from "./wait";
import "./look/look.css";
import { currentExercise, currentPage, type PageName } from "./look/pages";
import { loadPreferences, preferredLanguage } from "./look/preferences";
import "./lightup/lightup.css";
import "./play/play.css";
import "./queens/queens.css";
import "./watersort/watersort.css";

interface Page {
  start: (root: HTMLElement, server: ServerInfo | null, assignment: Assignment | string | null) => Promise<void>;
}

const PAGE_LOADERS: Record<PageName, () => Promise<Page>> = {
  model: () => import("./model/start"),
  lightup: () => import("./lightup/start"),
  queens: () => import("./queens/start"),
  watersort: () => import("./watersort/start"),
};

async function startPage(): Promise<void> {
  const exerciseName = currentExercise();
  const pageModule = exerciseName === null ? PAGE_LOADERS[currentPage()]() : null;
  const server = await loadServerInfo();
  const { language } = loadPreferences({
    language: preferredLanguage(server?.language),
    theme: "system",
    isLarge: false,
  });
  // An exercise names the page it is done on.
  const assignment = exerciseName === null ? null : await loadAssignment(exerciseName, language);
  const page = await (pageModule ??
    PAGE_LOADERS[typeof assignment === "object" && assignment ? assignment.page : "model"]());
  mountWaitIndicator();
  const root = document.getElementById("studio");
  if (root) await page.start(root, server, assignment);
}

void startPage();
