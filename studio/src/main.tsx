// Which page it is, is told by the address (`/?lightup`); its code is loaded only then, and it brings back its state.
import { type Started, started } from "./ask";
import "./look/look.css";
import { type PageName, pageHere } from "./look/pages";
import "./lightup/lightup.css";
import "./play/play.css";
import "./queens/queens.css";
import "./watersort/watersort.css";

interface Page {
  start: (root: HTMLElement, server: Started | null) => Promise<void>;
}

const LOADING: Record<PageName, () => Promise<Page>> = {
  model: () => import("./model/start"),
  lightup: () => import("./lightup/start"),
  queens: () => import("./queens/start"),
  watersort: () => import("./watersort/start"),
};

async function begin(): Promise<void> {
  const loading = LOADING[pageHere()]();
  const server = await started();
  const root = document.getElementById("studio");
  if (root) await (await loading).start(root, server);
}

void begin();
