/** Where @nestjs/swagger keeps the extensions of an operation, which it copies into the document. */
const EXTENSIONS = "swagger/apiExtension";

/** Where Nest keeps the path of a handler. */
const PATH = "path";

/** The extension that names the codes of an operation. */
const EXTENSION = "x-uhp-errors";

/**
 * Decorator of a handler or of a controller: names codes that it answers with, for the documentation alone. With @nestjs/swagger
 * the document has them as `x-uhp-errors`, and {@link operationsOf} hands them to `describeErrors`.
 *
 * @example
 * @UhpError("harness_not_found", "acme_gpu_cold")
 */
export function UhpError<Code extends string = string>(...codes: readonly Code[]): ClassDecorator & MethodDecorator {
  return (target: object, _name?: string | symbol, descriptor?: PropertyDescriptor) => {
    const handlers = descriptor === undefined ? handlersOf(target) : [descriptor.value as object];
    for (const handler of handlers) addCodes(handler, codes);
  };
}

/** The handlers that a controller itself declares. Their decorators ran before its own. */
function handlersOf(controller: object): object[] {
  const { prototype } = controller as { readonly prototype: object };
  const values = Object.values(Object.getOwnPropertyDescriptors(prototype)).map(({ value }) => value as unknown);
  return values.filter((value) => typeof value === "function").filter((value) => Reflect.hasMetadata(PATH, value));
}

function addCodes(handler: object, codes: readonly string[]): void {
  const extensions = (Reflect.getMetadata(EXTENSIONS, handler) ?? {}) as Readonly<Record<string, unknown>>;
  const known = (extensions[EXTENSION] ?? []) as readonly string[];
  Reflect.defineMetadata(EXTENSIONS, { ...extensions, [EXTENSION]: [...new Set([...known, ...codes])] }, handler);
}

/**
 * Which operation of a document answers with which codes, as {@link UhpError} said: the option `operations` of `describeErrors` in
 * `@uhp-errors/exports`, which checks the codes. Never throws.
 *
 * @example
 * describeErrors(document, acme, { operations: operationsOf(document) });
 */
export function operationsOf<Code extends string>(document: {
  readonly paths: object;
}): Readonly<Record<string, readonly Code[]>> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(Object(item) as object).map(([method, operation]) => {
      const codes: unknown = Object(operation)[EXTENSION];
      return [`${method.toUpperCase()} ${path}`, codes] as const;
    }),
  );
  const named = operations.filter(([, codes]) => Array.isArray(codes));
  return Object.fromEntries(named) as Readonly<Record<string, readonly Code[]>>;
}
