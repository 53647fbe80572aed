// Dialogs shared by several pages: the list of keys, a link to share.
import { useRef, useState } from "preact/hooks";
import { say } from "../words";
import { Button, Dialog } from "./parts";

export function KeysDialog({ keys, onClose }: { keys: [string, string][]; onClose: () => void }) {
  return (
    <Dialog title={say("studio.keys")} onClose={onClose} closeLabel={say("studio.close")}>
      <dl class="keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** A read-only address with a button that copies it. */
export function LinkField({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      field.current?.select(); // no clipboard without HTTPS, except on localhost
      if (!document.execCommand("copy")) return;
    }
    setCopied(true);
  };
  return (
    <>
      <input
        ref={field}
        class="wide"
        type="text"
        readOnly
        value={address}
        aria-label={say("studio.share.link")}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        kind="primary"
        icon="link"
        label={say(isCopied ? "studio.share.copied" : "studio.share.copy")}
        onClick={() => void copy()}
      />
    </>
  );
}
