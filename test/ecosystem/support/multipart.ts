/** A request with a form. */
interface Form {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const BOUNDARY = "----of-the-test";

/** A part that is a file. */
export function file(name: string, filename: string, content: string): string {
  return `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: text/plain\r\n\r\n${content}`;
}

/** A part that is a string. */
export function text(name: string, value: string): string {
  return `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
}

/** A request with the parts of a form. */
export function form(parts: readonly string[]): Form {
  return request(`${parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join("")}--${BOUNDARY}--\r\n`);
}

/** A request with a form that ends in the middle of a part. */
export function broken(): Form {
  return request(`--${BOUNDARY}\r\n${file("file", "a.txt", "hello")}`);
}

function request(body: string): Form {
  return { method: "POST", headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` }, body };
}
