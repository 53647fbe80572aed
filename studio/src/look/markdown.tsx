// Markdown of somebody else's as elements of the page: marks of HTML are text, links lead to other sites only by
// http, and nothing is fetched.
import { lexer, type Token, type Tokens } from "marked";
import type { ComponentChildren } from "preact";

export function Markdown({ text }: { text: string }) {
  return <div class="markdown">{shown(lexer(text))}</div>;
}

function shown(tokens: Token[] | undefined): ComponentChildren {
  return (tokens ?? []).map((token) => element(token));
}

function element(token: Token): ComponentChildren {
  switch (token.type) {
    case "heading": {
      const Heading = `h${Math.min(6, (token as Tokens.Heading).depth + 1)}` as "h2"; // the page has its own first one
      return <Heading>{shown(token.tokens)}</Heading>;
    }
    case "paragraph":
      return <p>{shown(token.tokens)}</p>;
    case "list":
      return list(token as Tokens.List);
    case "blockquote":
      return <blockquote>{shown(token.tokens)}</blockquote>;
    case "code":
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case "table":
      return table(token as Tokens.Table);
    case "hr":
      return <hr />;
    case "br":
      return <br />;
    case "strong":
      return <strong>{shown(token.tokens)}</strong>;
    case "em":
      return <em>{shown(token.tokens)}</em>;
    case "del":
      return <del>{shown(token.tokens)}</del>;
    case "codespan":
      return <code>{token.text}</code>;
    case "link":
      return link(token as Tokens.Link);
    case "space":
    case "def":
      return null;
    case "text":
      return token.tokens ? shown(token.tokens) : token.text;
    case "escape":
    case "image":
      return token.text;
    default:
      return token.raw; // HTML, and what else there may be one day
  }
}

function list({ ordered, start, items }: Tokens.List): ComponentChildren {
  const entries = items.map((item) => <li>{shown(item.tokens)}</li>);
  return ordered ? <ol start={Number(start) || 1}>{entries}</ol> : <ul>{entries}</ul>;
}

function table({ header, rows }: Tokens.Table): ComponentChildren {
  return (
    <table>
      <thead>
        <tr>
          {header.map((cell) => (
            <th scope="col">{shown(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {row.map((cell) => (
              <td>{shown(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function link({ href, tokens }: Tokens.Link): ComponentChildren {
  if (!/^https?:\/\//i.test(href)) return shown(tokens);
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {shown(tokens)}
    </a>
  );
}
