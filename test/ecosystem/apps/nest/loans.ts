import {
  type ArgumentsHost,
  BadRequestException,
  Body,
  type CallHandler,
  type CanActivate,
  Catch,
  ConflictException,
  Controller,
  DefaultValuePipe,
  Delete,
  type ExceptionFilter,
  type ExecutionContext,
  ForbiddenException,
  Get,
  Header,
  HttpCode,
  Inject,
  Injectable,
  type MessageEvent,
  type MiddlewareConsumer,
  Module,
  type NestInterceptor,
  type NestModule,
  NotFoundException,
  Param,
  ParseArrayPipe,
  ParseEnumPipe,
  ParseIntPipe,
  type PipeTransform,
  Post,
  Put,
  Query,
  Redirect,
  RequestTimeoutException,
  SetMetadata,
  Sse,
  StreamableFile,
  UnauthorizedException,
  UploadedFile,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from "@nestjs/common";
import { APP_INTERCEPTOR, Reflector } from "@nestjs/core";
import { FileInterceptor } from "@nestjs/platform-express";
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  SubscribeMessage,
  WebSocketGateway,
  WsException,
} from "@nestjs/websockets";
import {
  catchError,
  from,
  interval,
  map,
  type Observable,
  of,
  TimeoutError,
  take,
  tap,
  throwError,
  timeout,
} from "rxjs";
import type { WebSocket } from "ws";

interface Tool {
  readonly id: number;
  readonly name: string;
  readonly kind: Kind;
}

const Kind = { Hand: "hand", Power: "power" } as const;
type Kind = (typeof Kind)[keyof typeof Kind];

/** An error class of the app, which its filter answers. */
class BrokenToolError extends Error {
  readonly tool: string;
  constructor(tool: string) {
    super(`The ${tool} is broken.`);
    this.tool = tool;
  }
}

@Injectable()
class Tools {
  readonly #tools = new Map<number, Tool>([
    [1, { id: 1, name: "saw", kind: Kind.Hand }],
    [2, { id: 2, name: "drill", kind: Kind.Power }],
  ]);
  readonly #lent = new Set<number>();

  all(kind: Kind | undefined): Tool[] {
    return [...this.#tools.values()].filter((tool) => kind === undefined || tool.kind === kind);
  }

  byId(id: number): Tool {
    const tool = this.#tools.get(id);
    if (tool === undefined) throw new NotFoundException(`There is no tool ${id}.`);
    return tool;
  }

  add(tool: Omit<Tool, "id">): Tool {
    const made = { ...tool, id: this.#tools.size + 1 };
    this.#tools.set(made.id, made);
    return made;
  }

  lend(id: number): Tool {
    const tool = this.byId(id);
    if (this.#lent.has(id)) throw new ConflictException({ message: `The ${tool.name} is lent.`, until: "Friday" });
    this.#lent.add(id);
    return tool;
  }

  takeBack(id: number): void {
    if (!this.#lent.delete(id)) throw new NotFoundException();
  }
}

const ROLES = "roles";
const Roles = (...roles: readonly string[]) => SetMetadata(ROLES, roles);

interface Asked {
  readonly headers: Readonly<Record<string, string | undefined>>;
  visitor?: string;
}

/** Admits callers who have one of the roles that a handler names. */
@Injectable()
class RolesGuard implements CanActivate {
  readonly #reflector: Reflector;
  constructor(@Inject(Reflector) reflector: Reflector) {
    this.#reflector = reflector;
  }

  canActivate(context: ExecutionContext): boolean {
    const roles = this.#reflector.get<readonly string[] | undefined>(ROLES, context.getHandler());
    if (roles === undefined) return true;
    const role = context.switchToHttp().getRequest<Asked>().headers["x-role"];
    if (role === undefined) throw new UnauthorizedException("Say who you are.");
    if (role === "banned") throw new ForbiddenException("You lost a saw.", { description: "lost" });
    return roles.includes(role);
  }
}

/** Wraps each object in the app's own envelope. */
@Injectable()
class WrapInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== "http") return next.handle();
    const isPlain = (value: unknown) => typeof value === "object" && value !== null && value.constructor === Object;
    return next.handle().pipe(map((value: unknown) => (isPlain(value) ? { data: value } : value)));
  }
}

/** Gives up on slow handlers. */
@Injectable()
class PatienceInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      timeout(30),
      catchError((error: unknown) =>
        throwError(() => (error instanceof TimeoutError ? new RequestTimeoutException() : error)),
      ),
    );
  }
}

/** Answers a second request from memory. */
@Injectable()
class MemoryInterceptor implements NestInterceptor {
  #known: unknown;

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.#known !== undefined) return of({ known: this.#known });
    return next.handle().pipe(
      tap((value: unknown) => {
        this.#known = value;
      }),
    );
  }
}

/** The part that both platforms' responses share. */
interface Reply {
  status(code: number): { send(body: unknown): unknown };
}

@Catch(BrokenToolError)
class BrokenToolFilter implements ExceptionFilter<BrokenToolError> {
  catch({ tool }: BrokenToolError, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Reply>().status(410).send({ broken: tool });
  }
}

/** Takes a draft of a tool, and reports everything that is wrong with it. */
class DraftPipe implements PipeTransform<unknown, Omit<Tool, "id">> {
  transform(value: unknown): Omit<Tool, "id"> {
    const { name, kind } = Object(value) as Partial<Record<keyof Tool, unknown>>;
    const wrong = [
      ...(typeof name === "string" && name !== "" ? [] : ["name should not be empty"]),
      ...(Object.values(Kind).includes(kind as Kind) ? [] : ["kind must be hand or power"]),
    ];
    if (wrong.length > 0) throw new BadRequestException(wrong);
    return { name: name as string, kind: kind as Kind };
  }
}

@Controller("tools")
@UseGuards(RolesGuard)
@UseFilters(BrokenToolFilter)
class ToolsController {
  readonly #tools: Tools;
  constructor(@Inject(Tools) tools: Tools) {
    this.#tools = tools;
  }

  @Get()
  all(@Query("kind", new ParseEnumPipe(Kind, { optional: true })) kind: Kind | undefined): Tool[] {
    return this.#tools.all(kind);
  }

  @Get("page")
  page(@Query("limit", new DefaultValuePipe(1), ParseIntPipe) limit: number): Tool[] {
    return this.#tools.all(undefined).slice(0, limit);
  }

  @Get("some")
  some(@Query("ids", new ParseArrayPipe({ items: Number, optional: true })) ids: readonly number[] = []): Tool[] {
    return ids.map((id) => this.#tools.byId(id));
  }

  @Get("slow")
  @UseInterceptors(PatienceInterceptor)
  slow(): Promise<never> {
    return new Promise(() => {});
  }

  @Get("known")
  @UseInterceptors(MemoryInterceptor)
  known(): object {
    return { tools: this.#tools.all(undefined).length };
  }

  @Get("broken")
  broken(): never {
    throw new BrokenToolError("ladder");
  }

  @Get("lost")
  lost(): never {
    throw new Error("pg://svc:hunter2@db-1 refused");
  }

  @Get("old")
  @Redirect("/tools/1", 301)
  old(): void {}

  @Get("list.csv")
  @Header("Content-Disposition", 'attachment; filename="tools.csv"')
  list(): StreamableFile {
    return new StreamableFile(Buffer.from("id,name\n1,saw\n"), { type: "text/csv" });
  }

  @Sse("ticks")
  ticks(): Observable<MessageEvent> {
    return interval(1).pipe(
      take(3),
      map((tick) => ({ id: String(tick), type: "tick", data: { tick } })),
    );
  }

  @Get(":id")
  one(@Param("id", ParseIntPipe) id: number): Tool {
    return this.#tools.byId(id);
  }

  @Post()
  @Roles("keeper")
  add(@Body(new DraftPipe()) draft: Omit<Tool, "id">): Tool {
    return this.#tools.add(draft);
  }

  @Post(":id/loan")
  @Roles("keeper", "member")
  @HttpCode(202)
  lend(@Param("id", ParseIntPipe) id: number): Tool {
    return this.#tools.lend(id);
  }

  @Delete(":id/loan")
  @Roles("keeper")
  @HttpCode(204)
  takeBack(@Param("id", ParseIntPipe) id: number): void {
    this.#tools.takeBack(id);
  }

  @Put(":id/name")
  rename(@Param("id", ParseIntPipe) id: number, @Body("name") name: unknown): Tool {
    if (typeof name !== "string") throw new BadRequestException({ wrong: "name" });
    return { ...this.#tools.byId(id), name };
  }
}

/** Pictures of tools. Nest has upload interceptors only on Express. */
@Controller("pictures")
class PicturesController {
  @Post()
  @UseInterceptors(FileInterceptor("picture", { limits: { fileSize: 60 } }))
  add(@UploadedFile() picture: { readonly originalname: string; readonly size: number } | undefined): object {
    if (picture === undefined) throw new BadRequestException("Send a picture.");
    return { name: picture.originalname, size: picture.size };
  }
}

/** Announces what is lent, over WebSockets. */
@WebSocketGateway({ path: "/live" })
class LoansGateway implements OnGatewayConnection {
  readonly #tools: Tools;
  constructor(@Inject(Tools) tools: Tools) {
    this.#tools = tools;
  }

  handleConnection(@ConnectedSocket() socket: WebSocket): void {
    socket.send(JSON.stringify({ event: "welcome", data: "to the tool library" }));
  }

  @SubscribeMessage("find")
  find(@MessageBody() id: number): object {
    return { event: "found", data: this.#tools.byId(id) };
  }

  @SubscribeMessage("each")
  each(): Observable<object> {
    return from(this.#tools.all(undefined)).pipe(map(({ name }) => ({ event: "tool", data: name })));
  }

  @SubscribeMessage("lend")
  lend(): never {
    throw new WsException("Come to the counter.");
  }
}

@Module({
  controllers: [ToolsController],
  providers: [Tools, LoansGateway, { provide: APP_INTERCEPTOR, useClass: WrapInterceptor }],
})
export class LoansModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply((request: Asked, response: { setHeader(name: string, value: string): void }, next: () => void) => {
        request.visitor = request.headers["x-role"] ?? "nobody";
        response.setHeader("X-Visitor", request.visitor);
        next();
      })
      .forRoutes("*path");
  }
}

@Module({ imports: [LoansModule], controllers: [PicturesController] })
export class LoansWithPicturesModule {}
