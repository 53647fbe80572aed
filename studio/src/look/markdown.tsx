// Untrusted Markdown as elements of the page: HTML is shown as text, links must be http or https, and nothing
// is loaded.
import { lexer, type Token, type Tokens } from "marked";
import type { ComponentChildren } from "preact";

export function Markdown({ text }: { text: string }) {
  return <div class="markdown">{renderTokens(lexer(text))}</div>;
}

function renderTokens(tokens: Token[] | undefined): ComponentChildren {
  return (tokens ?? []).map((token) => renderToken(token));
}

function renderToken(token: Token): ComponentChildren {
  switch (token.type) {
    case "heading": {
      const Heading = `h${Math.min(6, (token as Tokens.Heading).depth + 1)}` as "h2"; // h1 is the page's
      return <Heading>{renderTokens(token.tokens)}</Heading>;
    }
    case "paragraph":
      return <p>{renderTokens(token.tokens)}</p>;
    case "list":
      return renderList(token as Tokens.List);
    case "blockquote":
      return <blockquote>{renderTokens(token.tokens)}</blockquote>;
    case "code":
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case "table":
      return renderTable(token as Tokens.Table);
    case "hr":
      return <hr />;
    case "br":
      return <br />;
    case "strong":
      return <strong>{renderTokens(token.tokens)}</strong>;
    case "em":
      return <em>{renderTokens(token.tokens)}</em>;
    case "del":
      return <del>{renderTokens(token.tokens)}</del>;
    case "codespan":
      return <code>{token.text}</code>;
    case "link":
      return renderLink(token as Tokens.Link);
    case "space":
    case "def":
      return null;
    case "text":
      return token.tokens ? renderTokens(token.tokens) : token.text;
    case "escape":
    case "image":
      return token.text;
    default:
      return token.raw; // HTML, and any future token type
  }
}

function renderList({ ordered, start, items }: Tokens.List): ComponentChildren {
  const entries = items.map((item) => <li>{renderTokens(item.tokens)}</li>);
  return ordered ? <ol start={Number(start) || 1}>{entries}</ol> : <ul>{entries}</ul>;
}

function renderTable({ header, rows }: Tokens.Table): ComponentChildren {
  return (
    <table>
      <thead>
        <tr>
          {header.map((cell) => (
            <th scope="col">{renderTokens(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {row.map((cell) => (
              <td>{renderTokens(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function renderLink({ href, tokens }: Tokens.Link): ComponentChildren {
  if (!/^https?:\/\//i.test(href)) return renderTokens(tokens);
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {renderTokens(tokens)}
    </a>
  );
}
