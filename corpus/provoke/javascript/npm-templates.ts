import { about, file, load, type Provocation } from "./tools.ts";

const handlebars = load("handlebars");
const ejs = load("ejs");
const pug = load("pug");
const { Liquid } = load("liquidjs");
const nunjucks = load("nunjucks");
const mustache = load("mustache");
const view = (name: string, content: string): string => file(`views/${name}`, content);

/** Messages of template languages. */
export const provocations: Provocation[] = [
  ...about("handlebars", {
    syntax: [() => handlebars.compile("Dear {{name},\n{{#if paid}}\n")({}), { as: ["message", "stack"] }],
    helper: () => handlebars.compile("{{money total 2}}")({}),
    partial: () => handlebars.compile("{{> footer}}")({}),
    block: () => handlebars.compile("{{#each a}}{{/if}}")({}),
    input: () => handlebars.compile(42),
    precompile: () => handlebars.template({}),
  }),
  ...about("ejs", {
    reference: [
      () => ejs.renderFile(view("order.ejs", "<h1>Order</h1>\n<p><%= order.total %></p>\n"), {}),
      { as: ["stack"], excerpt: true },
    ],
    syntax: () => ejs.render("<% if (a { %>x<% } %>"),
    close: () => ejs.render("<p><%= a </p>"),
    missing: () => ejs.renderFile("/srv/shop/views/invoice.ejs"),
  }),
  ...about("pug", {
    syntax: [() => pug.compileFile(view("cart.pug", "ul\n  each item in\n    li= item\n"))({}), { excerpt: true }],
    reference: () => pug.render("p= order.total", { filename: "/srv/shop/views/order.pug" }),
    include: () => pug.render("include footer.pug", { filename: "/srv/shop/views/page.pug" }),
    filter: () => pug.render(":markdown-it\n  x"),
  }),
  ...about("liquidjs", {
    tag: [() => new Liquid().parseAndRenderSync("{% fr a in b %}"), { as: ["message"] }],
    output: () => new Liquid().parseAndRenderSync("{{ a | money"),
    filter: () => new Liquid({ strictFilters: true }).parseAndRenderSync("{{ a | money }}"),
    variable: () => new Liquid({ strictVariables: true }).parseAndRenderSync("{{ order.total }}"),
    file: () => new Liquid({ root: "/srv/shop/views" }).renderFileSync("order.liquid"),
    limit: () => new Liquid({ parseLimit: 2 }).parseAndRenderSync("aaaa"),
  }),
  ...about("nunjucks", {
    tag: () => nunjucks.renderString("{% fr a in b %}", {}),
    filter: () => nunjucks.renderString("{{ a | money }}", {}),
    file: () => new nunjucks.Environment(new nunjucks.FileSystemLoader("/srv/shop/views")).render("order.njk"),
    call: () => nunjucks.renderString("{{ total() }}", {}),
    include: () => nunjucks.renderString('{% include "footer.njk" %}', {}),
  }),
  ...about("mustache", {
    section: () => mustache.render("{{#a}}x", {}),
    tag: () => mustache.render("{{a", {}),
    close: () => mustache.render("{{/a}}", {}),
    mismatch: () => mustache.render("{{#a}}{{/b}}", {}),
    type: () => mustache.render(42, {}),
  }),
];
