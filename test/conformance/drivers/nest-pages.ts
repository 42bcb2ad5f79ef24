import { Controller, Get, Header, HttpCode } from "@nestjs/common";
import { decorate } from "@uhp-errors/reference-service/decorate";

/** A controller with the routes of a server that also serves pages. Each answers or throws in the framework's own way. */
export function pagesOf(prefix: string): new () => object {
  class Pages {
    home(): string {
      return "<h1>Hello</h1>";
    }
    broken(): string {
      return "<h1>Sorry</h1>";
    }
    thrown(): never {
      // Nest also uses the status of a thrown value that is no error.
      throw { statusCode: 410, message: "page" };
    }
  }
  const html = Header("content-type", "text/html");
  decorate(Pages, [Controller(prefix)], {
    home: { method: [Get(), html] },
    broken: { method: [Get("broken"), HttpCode(500), html] },
    thrown: { method: [Get("thrown")] },
  });
  return Pages;
}
