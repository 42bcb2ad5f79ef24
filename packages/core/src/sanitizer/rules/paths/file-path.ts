import { isPublicName } from "../hosts/internal-hosts.ts";

/** First directories that only a file system has. */
const STRONG_ROOTS: ReadonlySet<string> = new Set(
  (
    "etc usr var opt srv tmp root mnt proc sys Users Volumes private nix bin sbin lib lib32 lib64 libexec boot snap home dev run " +
    "__w cygdrive Applications rustc System selinux lost+found nfs efs lambda-runtime buildroot go gopath cargo"
  ).split(" "),
);

/** First directories that are a path even by themselves. */
const BARE_ROOTS: ReadonlySet<string> = new Set("etc usr var opt srv tmp mnt proc root".split(" "));

/** First directories that could also begin the path of a URL. */
const WEAK_ROOTS: ReadonlySet<string> = new Set(
  (
    "app apps code data media storage build builds work workspace workspaces workdir src deploy deployment deployments release releases " +
    "vercel github function functions sandbox secrets certs backup backups logs cache dist server repo repos " +
    "export exports layers scratch shared volume volumes Library cnb www site sites web htdocs public_html container " +
    "containers output outputs artifacts models checkpoints datasets vol vols data1 disk disks local config configs conf jenkins " +
    "runner actions-runner agent _work s"
  ).split(" "),
);

/** Words before the path of a URL. */
const ROUTE_BEFORE =
  /(?:\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE|QUERY)\b|\b(?:[Rr]outes?|[Ee]ndpoints?|URLs?|urls?|URIs?|uris?|[Aa][Pp][Ii]|[Ww]ebhook|[Cc]all(?:ed)?|[Pp]age|[Rr]edirect(?:ed)? to|[Rr]equest(?:s)? (?:to|for)|href|Location:?))["'`:=\s([{]*$/;

/** Words of `ROUTE_BEFORE` that may come before a file's path too. */
const URL_BEFORE = /(?:ur[li]s?|page|redirect(?:ed)? to|href|location)\W*$/i;

/** First directories with a directory for each user or disk. */
const HOMES: ReadonlySet<string> = new Set("home Users private Volumes".split(" "));

/** Words before a file path in the messages of systems and programs. */
const FILE_BEFORE =
  /\b(?:open|stat|lstat|fstat|mkdir|rmdir|unlink|scandir|readdir|access|chmod|chown|exec|execve|spawn|chdir|getcwd|readlink|realpath|rename|copyfile|symlink|link|utime|mkdtemp|cp|rm|mv|watch|files?|director(?:y|ies)|folders?|read|write|load|open\(2\)|Datei|Verzeichnis|archivo|fichier|файл|module|import)[\s:]*["'`«]?\s?$/;

const SOURCE_NAME =
  /[\w\])}@+-]\.(?:[cm]?[jt]sx?|[cm]?jsx?|vue|svelte|astro|py[ciwx]?|pyx|rb|erb|rake|go|rs|java|kts?|scala|sc|groovy|clj[cs]?|cs|fs|vb|cpp|cc|cxx|hpp|hh|hxx|[chmS]|mm|swift|dart|php\d?|phtml|phar|exs?|[eh]rl|beam|hs|ml|mli|lua|pl|pm|t|cgi|r|jl|nim|zig|sol|asm|s|f90|sh|bash|zsh|fish|ps1|bat|cmd|sql|graphql|proto|wasm|map|node|so(?:\.\d+)*|dll|dylib|exe|a|o|obj|lib|class|jar|war|gemspec|cabal|mod|sum|scm|lisp|el|rkt|coffee|hbs|ejs|pug|mustache|tpl|twig|blade|jinja2?|j2|tf|tfvars|hcl|awk|d)$/;

const SETTINGS_NAME =
  /\.(?:env(?:\.\w+)?|ya?ml|toml|ini|conf|config|cfg|cnf|properties|pem|key|crt|cer|p12|pfx|jks|keystore|pub|sock|socket|pid|lock|db|sqlite3?|rdb|aof|log|bak|swp|tmp|service|plist|rc|gitconfig|npmrc|netrc|htpasswd|htaccess|dump|core|mdb|kdbx|ovpn|der|csr|jsonl|ndjson|parquet|pickle|pkl|bin|dat|img|iso|deb|rpm|whl|egg|gem|pyd|tgz|gz|bz2|xz|zip|tar|7z|rar|xlsx?|docx?|pptx?|pt|pth|onnx|safetensors|gguf|ckpt|h5|npy|npz)$/i;

const DOCUMENT_NAME =
  /\.(?:json[5c]?|xml|html?|css|s[ac]ss|less|txt|csv|tsv|md|mdx|rst|pdf|png|jpe?g|gif|svg|webp|ico|mp[34]|wav|mov|avi|woff2?|ttf|bib|tex|rtf|xsd|wsdl|avro|lst|out|po|ipynb)$/i;

/** Whether a name is that of a source file, with an extension that is rarely anything else. */
export function isSourceName(name: string): boolean {
  return (
    /\.(?:html|json|ya?ml|conf|toml|s?css|mk|awk)$/.test(name) || (SOURCE_NAME.test(name) && !/\.[^ch]$/.test(name))
  );
}

/** Whether a name has the extension of a file. */
export function isFileName(name: string): boolean {
  return SOURCE_NAME.test(name) || SETTINGS_NAME.test(name) || DOCUMENT_NAME.test(name);
}

/** Directories that only a file path has, anywhere in it. */
const FILE_DIRECTORY =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|__pycache__|\.pnpm|\.yarn|\.venv|venv|\.git|\.ssh|\.aws|\.cache|\.cargo|\.rustup|\.npm|\.nvm|\.config|\.local|\.next|\.m2|\.gradle|BOOT-INF|WEB-INF|META-INF|vendor\/(?:bundle|composer)|target\/(?:debug|release|classes)|public_html|cgi-bin)(?:\/|$)/;

/** Last segments that suggest a directory on disk, not a URL. */
const CODE_DIRECTORY =
  /^(?:src|dist|lib|build|bin|logs?|tmp|temp|uploads|vendor|target|node_modules|migrations|scripts|certs|secrets|configs?|conf|handlers|routes|jobs|models|services)$/;

/** First segments of the paths of URLs. */
const SERVED =
  /^(?:v\d\w*|api|graphql|static|assets|public|docs|swagger|openapi|rest|rpc|\.well-known|auth|oauth2?|login|health\w*|metrics|favicon\.ico|robots\.txt)$/i;

/** Whether an absolute POSIX path after `before` is a file's, not a URL's. */
export function isPosixPath(path: string, before: string): boolean {
  const segments = path.split("/").filter(Boolean);
  const [root = ""] = segments;
  const isStrong = STRONG_ROOTS.has(root);
  const isRoute = ROUTE_BEFORE.test(before);
  if (isStrong && !isRoute) return segments.length >= 2 || BARE_ROOTS.has(root);
  if (FILE_DIRECTORY.test(path)) return true;
  const name = segments.at(-1) ?? "";
  const isFile = SOURCE_NAME.test(name) || SETTINGS_NAME.test(name) || /^\.\w/.test(name);
  if (isRoute) return isStrong && (isFile || (URL_BEFORE.test(before) && isNoPage(segments)));
  if (SERVED.test(root)) return false;
  if (segments.length === 1) return isSingle(name, isFile, before);
  return isFile || FILE_BEFORE.test(before) || isFileByRoot(segments, name);
}

/** Whether a path is so much a file's that no page has it. */
function isNoPage([root = "", ...others]: readonly string[]): boolean {
  return others.length >= 1 && (BARE_ROOTS.has(root) || (HOMES.has(root) && others.length >= 2));
}

/** Whether a path of one segment is a file's, judged by an extension that no URL has or by the words before it. */
function isSingle(name: string, isFile: boolean, before: string): boolean {
  if (isFile) return !/\.(?:js|map|php|t|s|d|a|o|r|m|c|h)$/.test(name);
  return WEAK_ROOTS.has(name) && /\b(?:in|cwd|directory|dir|workdir)[\s:=]{0,3}["'`]$/i.test(before);
}

/** Judges a path of several segments by its root and its last segment, when nothing around it tells. */
function isFileByRoot(segments: readonly string[], name: string): boolean {
  const [root = "", second = ""] = segments;
  if (!WEAK_ROOTS.has(root)) return segments.length >= 3 && DOCUMENT_NAME.test(name);
  // "/data/attributes/title" points into a document (JSON:API, RFC 6901).
  if (root === "data" && /^(?:attributes|relationships|\d+)$/.test(second)) return false;
  return segments.length >= 3 || DOCUMENT_NAME.test(name) || CODE_DIRECTORY.test(name);
}

/** Files that every Git repository has. */
const GIT_FILE = /^\.git\/(?:config|HEAD|index|description|packed-refs|hooks|info|objects|refs)(?:\.lock|\/)?$/;

/** Whether a relative path with at least one slash is that of a program's file. */
export function isRelativePath(path: string): boolean {
  if (GIT_FILE.test(path)) return false;
  if (FILE_DIRECTORY.test(path)) return true;
  const segments = path.split("/").filter(Boolean);
  const name = segments.at(-1) ?? "";
  const [first = ""] = segments;
  if (/^\.{1,2}$/.test(first)) return segments.length >= 2 && segments.some((segment) => /\w/.test(segment));
  // "example.com/x.js" is a URL, "chart.js/auto" a package.
  if (isPublicName(first)) return false;
  // "text/x.js" could be a media type; "model/x.js" is a file.
  if (segments.length === 2 && /^(?:application|text|image|audio|video|font|multipart|model|message)$/i.test(first))
    return /^(?:application|model|message|video|audio)\/.*[\w\])}@+-]\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|php)$/.test(
      path,
    );
  return isProgramFile(name, segments);
}

/** Directories of a program, which a library's name or a URL rarely has. */
const PROGRAM_DIRECTORY =
  /^(?:src|lib|app|apps|config|configs|conf|dist|build|test|tests|packages|server|client|scripts|public|assets|\.\w.*|etc|var|tmp|data|logs?|fixtures|migrations|templates|views|deploy|infra|k8s|charts|target|node|spec|cmd|internal|pkg|resources|certs|secrets|keys|storage|uploads|input|output|docs)$/;

function isProgramFile(name: string, segments: readonly string[]): boolean {
  const [first = ""] = segments;
  if (/^\.(?:env|git\w*|npmrc|netrc|docker\w*|bash\w*|eslintrc)/.test(name)) return true;
  // Names of libraries and models look like files: "vue.js/nuxt.js", "org/model-1.a".
  if (/^(?:node|next|nuxt|vue|react|express|three|chart|d3|socket|ember|backbone|moment|day)\.js$/i.test(name))
    return false;
  if (SOURCE_NAME.test(name) || (first === "src" && /^[\w-]+\.[a-z]\w{1,5}$/.test(name)))
    return (
      !/\.(?:a|o|t|s|r|d|m|lib|key|map|node)$/.test(name) ||
      /^(?:src|lib|app|test|tests|dist|build|bin|obj|include)$/.test(first)
    );
  if (!SETTINGS_NAME.test(name) && !DOCUMENT_NAME.test(name)) return false;
  return segments.slice(0, -1).some((segment) => PROGRAM_DIRECTORY.test(segment));
}
