import { Controller, Get, Header, HttpCode } from "@nestjs/common";
import { decorate } from "@uhp-errors/reference-service/decorate";

/** A controller of what a server has that also serves pages; every path of it throws or responds in the framework's own way. */
export function pagesOf(prefix: string): new () => object {
  class Pages {
    home(): string {
      return "<h1>Hello</h1>";
    }
    broken(): string {
      return "<h1>Sorry</h1>";
    }
    thrown(): never {
      // Nest goes by the status of what is no error.
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
