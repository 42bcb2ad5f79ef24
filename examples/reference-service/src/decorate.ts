/** Decorators for a method, and for its parameters in their order. */
export interface Decorations {
  readonly method: readonly MethodDecorator[];
  readonly parameters?: readonly ParameterDecorator[];
}

/** Decorates a class as TypeScript's decorator syntax would. Neither Node nor the tests' compiler supports that syntax. */
export function decorate(
  target: new (...args: never[]) => object,
  classDecorators: readonly ClassDecorator[],
  methods: Readonly<Record<string, Decorations>> = {},
): void {
  const { prototype } = target;
  for (const [name, { method, parameters = [] }] of Object.entries(methods)) {
    for (const [index, decorator] of parameters.entries()) decorator(prototype, name, index);
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
    for (const decorator of [...method].reverse()) decorator(prototype, name, descriptor);
  }
  for (const decorator of [...classDecorators].reverse()) decorator(target);
}
