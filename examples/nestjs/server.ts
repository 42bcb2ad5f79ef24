import { Readable } from "node:stream";
import {
  Body,
  Controller,
  Get,
  Header,
  Module,
  Param,
  PayloadTooLargeException,
  Post,
  Put,
  Query,
  StreamableFile,
  UploadedFile,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { FileInterceptor } from "@nestjs/platform-express";
import { ThrottlerGuard, ThrottlerModule } from "@nestjs/throttler";
import { createContract, defineCatalog, printReports, recognizeClass } from "@uhp-errors/core";
import { exceptionFactory, UhpModule } from "@uhp-errors/nestjs";
import { IsISO8601, IsString, Length } from "class-validator";

/** Bytes of a file. */
const MAX_FILE_BYTES = 65_536;

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_document_not_found: { status: 404, message: "There is no such document." } },
});
const contract = createContract(acme, {
  recognize: [
    recognizeClass(PayloadTooLargeException, {
      byCode: { 413: () => ({ code: "file_too_large", param: "file", detail: { max_bytes: MAX_FILE_BYTES } }) },
    }),
  ],
  onError: printReports(),
});

class NewDocument {
  @IsString()
  @Length(1, 200)
  title!: string;

  @IsString()
  text!: string;

  @IsISO8601()
  date!: string;
}

const body = new ValidationPipe({ expectedType: NewDocument, exceptionFactory });
const upload = FileInterceptor("file", { limits: { fileSize: MAX_FILE_BYTES } });

/** A store of documents, each with at most one file; another service writes the summaries. */
@Controller()
class DocumentsController {
  readonly #summaries = process.env["SUMMARY_URL"] ?? "http://127.0.0.1:4010";
  readonly #files = new Map<string, Buffer>();
  readonly #documents = new Map([
    ["1", { id: "1", title: "Minutes", text: "We met and agreed.", date: "2026-01-15" }],
    ["2", { id: "2", title: "Offer", text: "Ten chairs, agreed.", date: "2026-02-01" }],
    ["3", { id: "3", title: "Plan", text: "First the roof.", date: "2026-03-20" }],
  ]);

  @Get("documents")
  list() {
    return { documents: [...this.#documents.values()] };
  }

  @Post("documents")
  create(@Body(body) { title, text, date }: NewDocument) {
    const document = { id: String(this.#documents.size + 1), title, text, date };
    this.#documents.set(document.id, document);
    return document;
  }

  @Get("documents/:id")
  find(@Param("id") id: string) {
    const document = this.#documents.get(id);
    if (document === undefined) throw acme.error("acme_document_not_found", { param: "id" });
    return document;
  }

  @Put("documents/:id/file")
  @UseInterceptors(upload)
  store(@Param("id") id: string, @UploadedFile() file: Express.Multer.File | undefined) {
    this.find(id);
    if (file === undefined) throw acme.error("invalid_input", { param: "file" });
    this.#files.set(id, file.buffer);
    return { bytes: file.size };
  }

  @Get("documents/:id/file")
  download(@Param("id") id: string) {
    const file = this.#files.get(id);
    if (file === undefined) throw acme.error("file_not_found", { param: "id" });
    return new StreamableFile(file);
  }

  @Get("documents/:id/summary")
  async summary(@Param("id") id: string) {
    const answer = await fetch(`${this.#summaries}/${id}`, { method: "POST", body: this.find(id).text });
    const summary = await answer.text();
    if (!answer.ok) throw acme.error("acme_upstream_error", { cause: `${answer.status}: ${summary}` });
    return { summary };
  }

  @Get("search")
  @UseGuards(ThrottlerGuard)
  search(@Query("q") q: string | undefined) {
    if (q === undefined) throw acme.error("invalid_input", { param: "q" });
    return { documents: [...this.#documents.values()].filter(({ text }) => text.includes(q)) };
  }

  @Get("export")
  @Header("content-type", "application/x-ndjson")
  export(@Query("since") since = "1970-01-01") {
    const day = new Date(since).toISOString().slice(0, 10);
    const recent = [...this.#documents.values()].filter(({ date }) => date >= day);
    return new StreamableFile(Readable.from(recent.map((document) => Buffer.from(`${JSON.stringify(document)}\n`))));
  }
}

@Module({
  imports: [UhpModule.forRoot({ contract }), ThrottlerModule.forRoot([{ ttl: 60_000, limit: 3 }])],
  controllers: [DocumentsController],
})
class AppModule {}

/** Starts the service on a port of 127.0.0.1. */
export async function start(port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const app = await NestFactory.create(AppModule, { logger: false, forceCloseConnections: true });
  await app.listen(port, "127.0.0.1");
  return { url: await app.getUrl(), close: () => app.close() };
}
