/**
 * The metadata key under which @nestjs/swagger keeps the extensions of an operation. It copies them into the document.
 */
const EXTENSIONS = "swagger/apiExtension";

/** The metadata key under which Nest keeps the path of a handler. */
const PATH = "path";

/** The extension that names the codes of an operation. */
const EXTENSION = "x-uhp-errors";

/**
 * Decorator for a handler or a controller. Names the codes that it can respond with. This only affects the
 * documentation: with @nestjs/swagger, the document has them as `x-uhp-errors`, and {@link operationsOf} passes them to
 * `describeErrors`.
 *
 * @example
 * @UhpErrorCodes("harness_not_found", "acme_gpu_cold")
 */
export function UhpErrorCodes<Code extends string = string>(
  ...codes: readonly Code[]
): ClassDecorator & MethodDecorator {
  return (target: object, _name?: string | symbol, descriptor?: PropertyDescriptor) => {
    const handlers = descriptor === undefined ? handlersOf(target) : [descriptor.value as object];
    for (const handler of handlers) addCodes(handler, codes);
  };
}

/**
 * Returns the handlers that the controller itself declares, without inherited ones. Their decorators have run before
 * the controller's.
 */
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
 * Returns the codes of each operation of a document, as {@link UhpErrorCodes} named them. Pass the result as the option
 * `operations` to `describeErrors` of `@uhp-errors/exports`, which checks the codes. Never throws.
 *
 * @example
 * describeErrors(document, acme, { operations: operationsOf(document) });
 */
export function operationsOf<Code extends string>(document: {
  readonly paths?: object | undefined;
}): Readonly<Record<string, readonly Code[]>> {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(Object(item) as object).map(([method, operation]) => {
      const codes: unknown = Object(operation)[EXTENSION];
      return [`${method.toUpperCase()} ${path}`, codes] as const;
    }),
  );
  const named = operations.filter(([, codes]) => Array.isArray(codes));
  return Object.fromEntries(named) as Readonly<Record<string, readonly Code[]>>;
}
