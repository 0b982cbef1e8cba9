import { connect } from 'node:net'

import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'

import { serveWeb } from '../../src/main/hosts/web/serve-web.ts'
import { SCRIPTED_AGENT, type ScriptedEngine } from '../support/scripted-engine.ts'
import { connectToApp } from '../support/socket-to.ts'
import { SMALL_FRAME, prepareWebHost } from '../support/web-host-run.ts'
import { offeredProtocols, openWebSession } from '../support/web-session.ts'

const web = prepareWebHost()

describe('the socket', () => {
  const open = async (): Promise<WebSocket> => {
    const protocols = offeredProtocols(await openWebSession(web().server.url))
    const socket = new WebSocket(`ws://127.0.0.1:${web().port()}/engine`, [...protocols], {
      headers: { origin: web().origin() },
    })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return socket
  }
  const closeCode = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve))

  it('is closed by a frame that is larger than any prompt', async () => {
    const socket = await open()
    socket.send('x'.repeat(SMALL_FRAME + 1))

    expect(await closeCode(socket)).toBe(1009)
    expect(web().engine.calls).toEqual([])
  })

  it('is closed by a binary frame', async () => {
    const socket = await open()
    socket.send(Buffer.from('{}'))

    expect(await closeCode(socket)).toBe(1003)
  })

  it('survives what is no request', async () => {
    const socket = await open()
    for (const message of ['', 'x', '{}', '[]', 'null', '{"i":"1"}', '{"i":"2","p":{"u":"/nothing"}}'])
      socket.send(message)
    const call = { i: '3', p: { u: '/agents/cancel', b: { json: { agentId: SCRIPTED_AGENT } } } }
    socket.send(JSON.stringify(call))
    await new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        if (Buffer.isBuffer(data) && data.includes('"i":"3"')) resolve()
      })
    })

    expect(web().engine.calls).toEqual([['agents.cancel', { agentId: SCRIPTED_AGENT }]])
    expect(web().logger.lines.every(([level]) => level === 'warn')).toBe(true)
    socket.terminate()
  })

  it('ends the subscriptions of a client that vanished', async () => {
    const socket = await open()
    const subscribe = { i: '1', p: { u: '/agents/subscribe', b: { json: { agentId: SCRIPTED_AGENT } } } }
    socket.send(JSON.stringify(subscribe))
    await web().engine.until(() => web().engine.subscriptions.length === 1)
    socket.terminate()
    await web().engine.until(() => web().engine.subscriptions[0]?.ended === true)

    expect(web().engine.subscriptions[0]?.signal.aborted).toBe(true)
  })
})

describe('starting and ending', () => {
  it('says in words that the port is taken', async () => {
    const second = await serveWeb(web().engine, {
      ...web().options(),
      port: web().port(),
    })

    expect(second).toEqual({
      ok: false,
      error: {
        category: 'REFUSED',
        message: `Cannot listen on port ${web().port()} on 127.0.0.1: the port is in use, perhaps by another ikigai. Stop the other program, or set another listen_port in config.json.`,
        retryable: false,
      },
    })
  })

  it('takes a window before the engine is open, and answers it afterwards', async () => {
    await web().server.close()
    const opening = Promise.withResolvers<ScriptedEngine>()
    const served = await serveWeb(opening.promise, web().options())
    if (!served.ok) throw new Error(served.error.message)
    web().server = served.value
    const connection = await connectToApp(served.value.url)
    const answer = connection.client.agents.cancel({ agentId: SCRIPTED_AGENT })
    await expect.poll(() => connection.state()).toBe('open')
    const before = [...web().engine.calls]
    opening.resolve(web().engine)

    expect(await answer).toMatchObject({ ok: false, error: { message: 'No agents.cancel here.' } })
    expect([before, web().engine.calls]).toEqual([[], [['agents.cancel', { agentId: SCRIPTED_AGENT }]]])
    connection.close()
  })

  it('ends with clients connected, requests half sent and all', async () => {
    const half = connect(web().port(), '127.0.0.1')
    await new Promise((resolve) => half.once('connect', resolve))
    half.write('GET / HTTP/1.1\r\nHost: ')
    half.on('error', () => {})
    const gone = new Promise((resolve) => half.once('close', resolve))
    await web().server.close()
    await gone

    await expect(web().ask('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    web().server = await web().serve()
  })

  it('warns when it listens to a network', async () => {
    await web().server.close()
    web().server = await web().serve({ address: '0.0.0.0' })

    expect(web().logger.lines).toEqual([
      ['warn', 'ikigai listens on 0.0.0.0: anyone on that network can reach it, and the connection is not encrypted'],
    ])
    expect(new URL(web().server.url).hostname).toBe('127.0.0.1')
  })
})
