import { cookies } from "next/headers";
import { covered } from "../../../contract.ts";

/** Next runs this while it builds, and throws in it to find out that it needs a request. */
export const GET = covered(async () => Response.json({ cookies: (await cookies()).size }));
