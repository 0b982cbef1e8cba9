/**
 * A server with the behaviours of a development server: absolute paths, redirects to its own address, events, large and
 * streamed bodies, and a WebSocket. It needs no packages, so that it runs inside the sandbox.
 */
const SOURCE = String.raw`
const http = require('http')
const crypto = require('crypto')
let events = []
const page = '<!doctype html><title>Dev</title><script type="module" src="/@vite/client"></script><link rel="stylesheet" href="/style.css"><h1>Development</h1><p id="state"></p><a href="/old">Old</a>'
const client = 'const say = (t) => { document.querySelector("#state").textContent += t + " " }; const socket = new WebSocket("ws://" + location.host + "/hmr", "vite-hmr"); socket.onopen = () => socket.send("hello"); socket.onmessage = (m) => say(m.data); new EventSource("/events").onmessage = (m) => say("event" + m.data); say("module")'
const server = http.createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  const type = (value) => response.setHeader('content-type', value)
  if (pathname === '/') return type('text/html'), response.end(page)
  if (pathname === '/@vite/client') return type('text/javascript'), response.end(client)
  if (pathname === '/style.css') return type('text/css'), response.end('h1 { color: rgb(1, 2, 3) }')
  if (pathname === '/headers') return response.end(JSON.stringify(request.headers))
  if (pathname === '/old') return response.writeHead(302, { location: 'http://localhost:' + server.address().port + '/new?a=1#b' }).end()
  if (pathname === '/new') return type('text/html'), response.end('<!doctype html><title>New</title><h1>New page</h1>')
  if (pathname === '/events') {
    type('text/event-stream')
    response.write('data: 1\n\n')
    return events.push(response)
  }
  if (pathname === '/next') {
    for (const each of events) each.write('data: 2\n\n')
    return response.end()
  }
  if (pathname === '/size') {
    let size = 0
    request.on('data', (chunk) => (size += chunk.length)).on('end', () => response.end(String(size)))
    return
  }
  if (pathname === '/large') {
    for (let n = 0; n < 20; n++) response.write('x'.repeat(1e6))
    return response.end()
  }
  response.writeHead(404).end('nothing')
})
server.on('upgrade', (request, socket) => {
  const accept = crypto.createHash('sha1').update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64')
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: vite-hmr\r\nSec-WebSocket-Accept: ' + accept + '\r\n\r\n')
  socket.on('error', () => {}).on('data', (frame) => {
    if ((frame[0] & 15) !== 1) return socket.end()
    const length = frame[1] & 127
    const mask = frame.subarray(2, 6)
    const text = Buffer.from(frame.subarray(6, 6 + length).map((byte, index) => byte ^ mask[index % 4]))
    const answer = Buffer.from('echo ' + text)
    socket.write(Buffer.concat([Buffer.from([129, answer.length]), answer]))
  })
})
server.listen(5173, 'localhost')
`

/** The command line that starts it at port 5173. */
export const DEV_SERVER = `node -e '${SOURCE.replaceAll("'", `'\\''`)}'`
