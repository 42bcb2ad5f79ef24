/** What Node prints of an error of axios, after another service refused the service's own credential. */
export const EXAMPLE = `AxiosError: Request failed with status code 401
    at settle (/srv/shop/node_modules/axios/lib/core/settle.js:19:12)
    at IncomingMessage.handleStreamEnd (/srv/shop/node_modules/axios/lib/adapters/http.js:1437:13)
    at async charge (/srv/shop/src/payments.js:12:20) {
  isAxiosError: true,
  code: 'ERR_BAD_REQUEST',
  config: { method: 'post', url: 'https://payments.internal/v2/charges' },
  response: { status: 401, data: { error: 'The key sk_live_… is revoked.' } },
  status: 401
}`;
