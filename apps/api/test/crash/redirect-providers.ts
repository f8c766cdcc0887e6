// Loaded before the shop: redirects its requests to Stripe and PayPal to simulators in another
// process, so that they survive the shop. The shop itself runs as with real keys.
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

const port = process.env.PROVIDERS_PORT

const prefixes: Record<string, string> = {
  'api.stripe.com': '/stripe',
  'api-m.sandbox.paypal.com': '/paypal',
}

function request(
  options: https.RequestOptions,
  onResponse?: (response: http.IncomingMessage) => void,
): http.ClientRequest {
  const prefix = prefixes[options.hostname ?? options.host ?? '']
  if (!prefix) throw new Error(`The shop asks ${options.hostname ?? options.host}`)
  const { method, headers, path, timeout } = options
  const sent = http.request(
    { method, headers, timeout, host: '127.0.0.1', port, path: prefix + path },
    onResponse,
  )
  // Stripe's client waits for a handshake before it writes.
  sent.once('socket', (socket) => socket.once('connect', () => socket.emit('secureConnect')))
  return sent
}

Object.assign(https, { request })
syncBuiltinESMExports()
