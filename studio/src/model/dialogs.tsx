// The dialogs of the model page: keys, sharing, renaming, a file that was changed outside.
import { useEffect, useRef, useState } from "preact/hooks";
import { download } from "../download";
import { KeysDialog, LinkField } from "../look/dialogs";
import { Button, Dialog } from "../look/parts";
import { usePart } from "../store";
import { say } from "../words";
import { open, store } from "./actions";
import { save } from "./files";

export const KEYS = [
  ["Ctrl ↵", "studio.keys.solve"],
  ["Esc", "studio.keys.stop"],
  ["Ctrl S", "studio.keys.save"],
  ["Alt ⇧ F", "studio.keys.format"],
  ["F1", "studio.keys.about"],
  ["F12", "studio.keys.definition"],
  ["F2", "studio.keys.rename"],
  ["Ctrl Space", "studio.keys.complete"],
  ["Ctrl Z / Y", "studio.keys.undo"],
  ["Ctrl F", "studio.keys.find"],
  ["Ctrl ⇧ [ ]", "studio.keys.fold"],
  ["F8", "studio.keys.next_message"],
  ["Alt 1 … 8", "studio.keys.tabs"],
  ["Alt T", "studio.keys.text"],
  ["Alt ← →", "studio.keys.models"],
  ["← →", "studio.keys.steps"],
  ["← → ↑ ↓ ↵", "studio.keys.cells"],
  ["Tab", "studio.keys.leave"],
  ["?", "studio.keys.sheet"],
] as const;

const close = () => store.set({ dialog: null, changedFile: null });

export function Dialogs({ onRename }: { onRename: (name: string) => Promise<string | null> }) {
  const dialog = usePart(store, (state) => state.dialog);
  const changedFile = usePart(store, (state) => state.changedFile);
  if (changedFile) return <FileConflict changedFile={changedFile} />;
  if (dialog === "keys")
    return <KeysDialog keys={KEYS.map(([keys, meaning]) => [keys, say(meaning)])} onClose={close} />;
  if (dialog === "share") return <Share />;
  if (dialog === "rename") return <Rename onRename={onRename} />;
  return null;
}

function Share() {
  const link = usePart(store, (state) => state.link);
  const address = `${location.origin}${location.pathname}${location.search}#${link}`;
  return (
    <Dialog title={say("studio.share")} onClose={close} closeLabel={say("studio.close")}>
      <p>{say(link === null ? "studio.share.long" : "studio.share.hint")}</p>
      {link === null ? (
        <Button
          kind="primary"
          icon="save"
          label={say("studio.save")}
          onClick={() => download(store.get().name, store.get().text, "text/plain")}
        />
      ) : (
        <LinkField address={address} />
      )}
    </Dialog>
  );
}

function Rename({ onRename }: { onRename: (name: string) => Promise<string | null> }) {
  const [name, setName] = useState(store.get().nameToRename);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    const problem = await onRename(name.trim());
    setFailure(problem);
    if (problem === null) close();
  };
  return (
    <Dialog title={say("studio.rename")} onClose={close} closeLabel={say("studio.close")}>
      <form onSubmit={(event) => void submit(event)}>
        <label>
          {say("studio.rename.new")}
          <input
            ref={field}
            class="wide"
            type="text"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        {failure && <p class="failure">{failure}</p>}
        <button type="submit" class="button primary" disabled={!name.trim() || name === store.get().nameToRename}>
          {say("studio.rename")}
        </button>
      </form>
    </Dialog>
  );
}

/** The file was changed outside: ask before overwriting it. */
function FileConflict({ changedFile }: { changedFile: { text: string; version: string } }) {
  return (
    <Dialog title={say("studio.outside")} onClose={close} closeLabel={say("studio.close")}>
      <p>{say("studio.outside.hint", { name: store.get().name })}</p>
      <div class="bar">
        <Button
          label={say("studio.outside.theirs")}
          onClick={() => {
            open({ ...store.get(), text: changedFile.text });
            store.set({ file: { ...changedFile }, changedFile: null });
          }}
        />
        <Button
          label={say("studio.outside.mine")}
          onClick={() => {
            store.set({ file: { version: changedFile.version, text: changedFile.text }, changedFile: null });
            void save();
          }}
        />
      </div>
    </Dialog>
  );
}
