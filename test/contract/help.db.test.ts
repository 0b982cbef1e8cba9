import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createHelpFiles } from '../../src/main/adapters/help/help-files.ts'
import { createHelpLibrary } from '../../src/shared/help-library.ts'
import { HELP_PAGES } from '../../src/shared/help-pages.ts'
import { valueOf } from '../support/drive-agent.ts'
import { createFakeEngine } from '../support/fake-engine.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'
import { untyped } from '../support/untyped.ts'
import { HTTP_API, TRANSPORTS, type Wire } from './transports.ts'

const library = createHelpLibrary(createHelpFiles())

describe.each([...TRANSPORTS, HTTP_API])('the help over $name', (transport) => {
  let wire: Wire
  beforeEach(async () => {
    const help = {
      pages: () => library.pages(),
      page: ({ page }: { page: Parameters<typeof library.page>[0] }) => library.page(page),
      search: ({ query }: { query: string }) => library.search(query),
    }
    wire = await transport.start(createFakeEngine({ help }), createRecordingLogger())
  })
  afterEach(() => wire.close())

  it('has its pages, with their headings', async () => {
    const pages = valueOf(await wire.client.help.pages())
    expect(pages.map(({ page }) => page)).toEqual(HELP_PAGES.map(({ page }) => page))
    const { title = '', headings = [] } = pages[0] ?? {}
    const [first] = headings
    const text = valueOf(await wire.client.help.page({ page: 'first-steps' }))
    expect(text).toContain(`# ${title}`)
    expect(text).toContain(`## ${first?.title}`)
  })

  it('finds the section with all words, and refuses a page that there is none of', async () => {
    const [hit] = valueOf(await wire.client.help.search({ query: 'key was not accepted' }))
    expect(hit).toMatchObject({ page: 'errors', anchor: 'the-key-was-not-accepted' })
    expect(valueOf(await wire.client.help.search({ query: 'xyzzy' }))).toEqual([])
    const outside = wire.client.help.page({ page: untyped('../../package') })
    await expect(outside).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
