import { either, type Piece, path, stack, text } from "../draft.ts";
import { camelName, className, snakeName } from "../names.ts";
import { line, sourceFile } from "../paths.ts";
import { pythonFile } from "../sources.ts";
import { oneOf, whole } from "../words.ts";
import { at, more, said, several, sometimes, trace, tracing } from "./trace.ts";

const pyFunction = either("<module>", "main", snakeName, snakeName, snakeName, "__call__", "<lambda>");
const pySource = oneOf(
  "return self._client.get(url, timeout=10)",
  "result = fn(*args, **kwargs)",
  "raise OrderError(reason) from None",
  "order = session.get(Order, order_id)",
  "data = json.loads(body)",
  "await self.app(scope, receive, send)",
);
const pyMessage = said(
  oneOf(
    "ValueError: invalid literal for int() with base 10: 'abc'",
    "KeyError: 'customer_id'",
    "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)",
    "openai.RateLimitError: Error code: 429 - quota exceeded",
    "TypeError: unsupported operand type(s) for +: 'int' and 'NoneType'",
    "requests.exceptions.ReadTimeout: Read timed out. (read timeout=10)",
  ),
);
const pyPlace = text`File "${pythonFile}", line ${line}, in ${pyFunction}`;
const pyFrames = several(
  1,
  6,
  trace(at("  ", pyPlace), more("    ", pySource)),
  trace(at("  ", pyPlace), more("    ", pySource), more("    ", oneOf("^^^^^^^^^^^^^^", "~~~~~~~^^^^^^", "^^^^^"))),
  at("  ", pyPlace),
  at("  ", text`File "<frozen importlib._bootstrap>", line ${line}, in _call_with_frames_removed`),
  at("  ", text`File "<stdin>", line ${whole(1, 9)}, in <module>`),
);
const pyHeader = at("", "Traceback (most recent call last):");
const python = trace(pyHeader, pyFrames, pyMessage);
const pythonChained = trace(
  pyHeader,
  pyFrames,
  pyMessage,
  said(""),
  at(
    "",
    either(
      "During handling of the above exception, another exception occurred:",
      "The above exception was the direct cause of the following exception:",
    ),
  ),
  said(""),
  pyHeader,
  pyFrames,
  said("RuntimeError: the job failed"),
);
const pythonGroup = trace(
  at("  ", "+ Exception Group Traceback (most recent call last):"),
  at("  ", text`|   ${pyPlace}`),
  said("  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)"),
);

const rubyFile = either(
  sourceFile(".rb"),
  oneOf("/usr/local/bundle/gems/activerecord-7.1.3/lib/active_record/core.rb", "/usr/lib/ruby/3.2.0/net/http.rb"),
);
const rubyMethod = either(
  snakeName,
  text`block in ${snakeName}`,
  text`rescue in ${snakeName}`,
  "<main>",
  "block (2 levels) in run",
  "each",
);
const rubyNew = either(
  text`${className}#${snakeName}`,
  text`block in ${className}.${snakeName}`,
  "Integer#/",
  "Kernel#require",
);
const rubyMessage = oneOf(
  "undefined method `total' for nil:NilClass (NoMethodError)",
  "divided by 0 (ZeroDivisionError)",
  "key not found: :currency (KeyError)",
);
const ruby = (method: Piece, open: string) =>
  trace(
    said(text`${stack(text`${rubyFile}:${line}:in ${open}${method}'`)}: ${rubyMessage}`),
    several(1, 6, at("\t", text`from ${rubyFile}:${line}:in ${open}${method}'`)),
  );

const phpFile = either(
  sourceFile(".php"),
  oneOf(
    "/var/www/api/vendor/guzzlehttp/guzzle/src/Client.php",
    "/var/www/api/vendor/laravel/framework/src/Illuminate/Pipeline/Pipeline.php",
  ),
);
const phpCall = either(
  text`App\\${className}->${camelName}(${whole(1, 99)})`,
  "PDO->__construct()",
  "Illuminate\\Pipeline\\Pipeline->handle(Object(Request))",
  "{closure}(Array)",
  text`${camelName}()`,
);
const php = trace(
  said(
    text`PHP Fatal error:  Uncaught ${oneOf("Exception: No such order", "TypeError: Argument must be int", "PDOException: server has gone away")} in ${path(phpFile)}:${line}`,
  ),
  at("", "Stack trace:"),
  at("", text`#0 ${phpFile}(${line}): ${phpCall}`),
  sometimes(at("", text`#1 [internal function]: ${phpCall}`)),
  sometimes(at("", text`#2 ${phpFile}(${line}): ${phpCall}`)),
  at("", text`#${whole(3, 9)} {main}`),
  at("  ", text`thrown in ${phpFile} on line ${line}`),
);

const elixir = trace(
  said(
    oneOf(
      "** (KeyError) key :total not found in: %{id: 42}",
      "** (MatchError) no match of right hand side value: nil",
      "** (RuntimeError) payment refused",
    ),
  ),
  several(
    2,
    6,
    at(
      "    ",
      text`(shop 0.1.0) lib/shop/${oneOf("orders", "ledger", "mailer")}.ex:${line}: Shop.${oneOf("Orders.get!/2", "Ledger.post/3", "Mailer.send/1")}`,
    ),
    at("    ", text`(ecto 3.11.${whole(0, 9)}) lib/ecto/repo/queryable.ex:${line}: Ecto.Repo.Queryable.one!/3`),
    at("    ", text`(stdlib 5.2) gen_server.erl:${line}: :gen_server.try_handle_call/4`),
    at("    ", text`(elixir 1.16.1) lib/enum.ex:${line}: Enum."-map/2-lists^map/1-1-"/2`),
    at("    ", text`lib/shop_web/router.ex:${line}: ShopWeb.Router.call/2`),
  ),
);
const perl = trace(
  said(text`Can't call method "total" on an undefined value at ${path(sourceFile(".pl", ".pm"))} line ${line}.`),
  several(
    1,
    3,
    at(
      "\t",
      text`main::${oneOf("run", "load", "charge")}("${whole(1, 99)}") called at ${sourceFile(".pl")} line ${line}`,
    ),
  ),
);
const lua = trace(
  said(text`lua: ${path(text`${sourceFile(".lua")}:${line}`)}: attempt to index a nil value (local 'order')`),
  at("", "stack traceback:"),
  several(
    1,
    4,
    at("\t", text`${sourceFile(".lua")}:${line}: in function 'load_order'`),
    at("\t", text`[C]: in function 'error'`),
    at("\t", "[C]: in ?"),
  ),
);

export const scripting = [
  tracing(python),
  tracing(python),
  tracing(python),
  tracing(pythonChained),
  tracing(pythonGroup),
  tracing(ruby(rubyMethod, "`")),
  tracing(ruby(rubyNew, "'")),
  tracing(php),
  tracing(php),
  tracing(elixir),
  tracing(perl),
  tracing(lua),
];
