import { error, redirect } from "@sveltejs/kit";
import { acme, covered } from "../../../contract.ts";

const THROWS: Readonly<Record<string, () => never>> = {
  redirect: () => redirect(307, "/login"),
  missing: () => error(404, "hunter2"),
  taken: () => error(409, { message: "hunter2" }),
  down: () => error(503, "hunter2"),
  code: () => {
    throw acme.error("acme_note_not_found");
  },
  unknown: () => {
    throw new Error("hunter2");
  },
};

interface Event {
  readonly request: Request;
  readonly params: { readonly what: string };
}

export const GET = ({ request, params }: Event) =>
  covered(request, () => {
    THROWS[params.what]?.();
    return Response.json({ ok: true });
  });
