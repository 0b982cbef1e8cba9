import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createThumbnails, type MakeThumbnail } from '../../../src/renderer/actions/thumbnails.ts'

const file = (sha256: string) => ({ sha256, media_type: 'image/png' })

/** Thumbnails that are made when the test says so. */
function manualThumbnails() {
  const begun: string[] = []
  const steps: (() => void)[] = []
  const make: MakeThumbnail = async ({ sha256 }, isWanted) => {
    begun.push(sha256)
    await new Promise<void>((resolve) => steps.push(resolve))
    if (!isWanted()) return null
    await new Promise<void>((resolve) => steps.push(resolve))
    return sha256 === 'broken' ? null : `url of ${sha256}`
  }
  const thumbnails = createThumbnails(make)
  return {
    begun,
    want(sha256: string) {
      const left = new AbortController()
      return { left, url: thumbnails(file(sha256), left.signal) }
    },
    /** Goes on with the oldest step; returns whether there was one. */
    async step(): Promise<boolean> {
      // What was asked for begins in a later microtask.
      await new Promise((resolve) => setImmediate(resolve))
      const next = steps.shift()
      next?.()
      await new Promise((resolve) => setImmediate(resolve))
      return next !== undefined
    },
    async finish(): Promise<void> {
      while (await this.step());
    },
  }
}

describe('thumbnails', () => {
  it('are made once, also for several places, and kept', async () => {
    const made = manualThumbnails()
    const both = [made.want('a'), made.want('a')].map(({ url }) => url)
    await made.finish()
    expect(await Promise.all([...both, made.want('a').url])).toEqual(Array(3).fill('url of a'))
    expect(made.begun).toEqual(['a'])
  })

  it('are not made where nobody waits any more when their turn comes', async () => {
    const made = manualThumbnails()
    const all = Array.from({ length: 200 }, (_, index) => made.want(`${index}`))
    for (const { left } of all.slice(0, -2)) left.abort()
    await made.finish()
    expect(await Promise.all(all.slice(-2).map(({ url }) => url))).toEqual(['url of 198', 'url of 199'])
    expect(made.begun.length).toBeLessThanOrEqual(4)
  })

  it('are tried again when they could not be made', async () => {
    const made = manualThumbnails()
    const first = made.want('broken')
    await made.finish()
    expect(await first.url).toBeNull()
    const second = made.want('broken')
    await made.finish()
    expect(await second.url).toBeNull()
    expect(made.begun).toEqual(['broken', 'broken'])
  })

  it('reach everybody who still waits, in whatever order they come and go', async () => {
    const act = fc.oneof(
      fc.record({ want: fc.constantFrom('a', 'b', 'c', 'd') }),
      fc.record({ leave: fc.nat(20) }),
      fc.constant({ step: true }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
        const made = manualThumbnails()
        const places: (ReturnType<typeof made.want> & { readonly sha256: string })[] = []
        for (const each of acts) {
          if ('want' in each) places.push({ sha256: each.want, ...made.want(each.want) })
          else if ('leave' in each) places[each.leave % Math.max(1, places.length)]?.left.abort()
          else await made.step()
        }
        await made.finish()
        const staying = places.filter(({ left }) => !left.signal.aborted)
        expect(await Promise.all(staying.map(({ url }) => url))).toEqual(
          staying.map(({ sha256 }) => `url of ${sha256}`),
        )
      }),
    )
  })
})
