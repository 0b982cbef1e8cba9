import { expect, it } from 'vitest'

import type { ServerChannel } from '../../src/main/hosts/serve-channel.ts'
import { serveWhenOpen } from '../../src/main/hosts/serve-when-open.ts'
import { EVERYTHING_CONFIRMED } from '../support/confirmations.ts'

/** A channel whose other end is the test. */
function testChannel() {
  const listeners: ((message: string) => void)[] = []
  const closing: (() => void)[] = []
  const channel: ServerChannel = {
    send: () => Promise.resolve(),
    onMessage: (listener) => void listeners.push(listener),
    onClose: (listener) => void closing.push(listener),
  }
  return {
    channel,
    say: (message: string) => listeners.forEach((listener) => listener(message)),
    close: () => closing.forEach((listener) => listener()),
  }
}

/** Serves by writing down. */
function writer() {
  const heard: string[] = []
  const serve = (channel: ServerChannel) => {
    channel.onMessage((message) => heard.push(message))
    channel.onClose(() => heard.push('closed'))
  }
  return { heard, serve }
}

it('hands on what was said before and after the engine was open, in order, once each, and the end', async () => {
  const { promise, resolve } = Promise.withResolvers<(channel: ServerChannel) => void>()
  const { channel, say, close } = testChannel()
  const { heard, serve } = writer()
  serveWhenOpen(promise)(channel, EVERYTHING_CONFIRMED)
  say('one')
  say('two')
  resolve(serve)
  await promise
  say('three')
  close()

  expect(heard).toEqual(['one', 'two', 'three', 'closed'])
})

it('serves nobody who has gone meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<(channel: ServerChannel) => void>()
  const { channel, say, close } = testChannel()
  const { heard, serve } = writer()
  serveWhenOpen(promise)(channel, EVERYTHING_CONFIRMED)
  say('one')
  close()
  resolve(serve)
  await promise

  expect(heard).toEqual([])
})

it('answers nothing where there will be no engine', async () => {
  const { channel, say } = testChannel()
  const none = Promise.resolve(null)
  serveWhenOpen(none)(channel, EVERYTHING_CONFIRMED)
  await none

  expect(() => say('one')).not.toThrow()
})
