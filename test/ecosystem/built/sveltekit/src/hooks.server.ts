import { uhp } from "@uhp-errors/web";
import { contract } from "./contract.ts";

interface HandleInput<Event> {
  readonly event: Event;
  readonly resolve: (event: Event) => Response | Promise<Response>;
}

export function handle<Event extends { readonly request: Request }>({ event, resolve }: HandleInput<Event>) {
  return uhp(contract, () => resolve(event))(event.request);
}
