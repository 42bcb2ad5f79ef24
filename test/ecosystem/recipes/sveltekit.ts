import { uhp } from "@uhp-errors/web";
import { contract, findNote } from "./contract.ts";

// src/hooks.server.ts
interface HandleInput<Event> {
  readonly event: Event;
  readonly resolve: (event: Event) => Response | Promise<Response>;
}

export function handle<Event extends { readonly request: Request }>({ event, resolve }: HandleInput<Event>) {
  return uhp(contract, () => resolve(event))(event.request);
}

// src/routes/api/notes/[id]/+server.ts
interface NoteEvent {
  readonly request: Request;
  readonly params: { readonly id: string };
}

export const GET = ({ request, params }: NoteEvent) => uhp(contract, () => Response.json(findNote(params.id)))(request);
