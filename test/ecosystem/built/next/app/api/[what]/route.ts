import { forbidden, notFound, permanentRedirect, redirect, unauthorized } from "next/navigation";
import { acme, covered } from "../../../contract.ts";

const THROWS: Readonly<Record<string, () => never>> = {
  redirect: () => redirect("/login"),
  permanent: () => permanentRedirect("/login"),
  missing: () => notFound(),
  forbidden: () => forbidden(),
  unauthorized: () => unauthorized(),
  code: () => {
    throw acme.error("acme_note_not_found");
  },
  unknown: () => {
    throw new Error("hunter2");
  },
  wrapped: () => {
    try {
      redirect("/login");
    } catch (cause) {
      throw acme.error("acme_note_not_found", { cause });
    }
  },
};

interface Context {
  readonly params: Promise<{ readonly what: string }>;
}

export const GET = covered(async (_request, { params }: Context) => {
  THROWS[(await params).what]?.();
  return Response.json({ ok: true });
});
