import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { createHelpFiles } from '../../src/main/adapters/help/help-files.ts'
import { DIALOG_HELP, VIEW_HELP } from '../../src/renderer/store/help-places.ts'
import { ERROR_CATEGORIES } from '../../src/shared/app-error.ts'
import { createHelpLibrary } from '../../src/shared/help-library.ts'
import {
  HELP_PAGES,
  helpLinkTarget,
  type HelpTarget,
  helpTargetText,
  parseHelpTarget,
} from '../../src/shared/help-pages.ts'
import { errorHelp, HELP_START, SETTINGS_HELP } from '../../src/shared/help-places.ts'
import { helpSections } from '../../src/shared/help-text.ts'
import { ROOT } from '../../scripts/project.ts'
import { valueOf } from '../support/drive-agent.ts'

const DOCS = join(ROOT, 'docs')
const library = createHelpLibrary(createHelpFiles())

/** Pages for those who develop ikigai, which the help leaves out. */
const FOR_DEVELOPERS = [
  'behaviour/README',
  'dependencies',
  'desktop-checklist',
  'development',
  'electron-hardening',
  'packaging',
  'soak',
]

/** An address in a page; the citations of documents are checked elsewhere. */
const file = (name: string, anchor = ''): string => `${name}.md${anchor}`

function anchorsOf(page: string): readonly string[] {
  return helpSections(readFileSync(join(DOCS, `${page}.md`), 'utf8')).map(({ anchor }) => anchor)
}

function isThere({ page, anchor }: HelpTarget): boolean {
  return existsSync(join(DOCS, `${page}.md`)) && (anchor === null || anchorsOf(page).includes(anchor))
}

describe('the pages of the help', () => {
  it('are all pages of the documentation but those for developers', () => {
    const files = ['', 'behaviour/'].flatMap((folder) =>
      readdirSync(join(DOCS, folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => folder + name.replace(/\.md$/, '')),
    )
    expect([...HELP_PAGES.map(({ page }) => page), ...FOR_DEVELOPERS].toSorted()).toEqual(files.toSorted())
  })

  it('begin with their title, and none has two', () => {
    for (const { page } of HELP_PAGES) {
      const levels = helpSections(readFileSync(join(DOCS, `${page}.md`), 'utf8')).map(({ level }) => level)
      expect([page, levels.indexOf(1), levels.lastIndexOf(1)]).toEqual([page, 0, 0])
    }
  })

  it('have the section of every view, dialog, page of Settings and error', () => {
    const places = { ...VIEW_HELP, ...DIALOG_HELP, ...SETTINGS_HELP, start: HELP_START }
    const targets = [...Object.values(places), ...ERROR_CATEGORIES.map(errorHelp)]
    expect(targets.filter((target) => !isThere(target)).map(helpTargetText)).toEqual([])
  })

  it('are read with their headings, and with their pictures in them', async () => {
    const pages = valueOf(await library.pages())
    expect(pages.map(({ page }) => page)).toEqual(HELP_PAGES.map(({ page }) => page))
    expect(pages.find(({ page }) => page === 'window')?.headings).toContainEqual({
      anchor: 'the-map',
      title: 'The map',
      level: 2,
    })
    expect(valueOf(await library.page('first-steps'))).toMatch(
      /!\[Answers of three models[^\]]*\]\(data:image\/webp;base64,/,
    )
  })
})

describe('links of the help', () => {
  it.each([
    ['window', '#the-map', 'window#the-map'],
    ['window', file('behaviour/changes', '#review'), 'behaviour/changes#review'],
    ['behaviour/changes', file('../tools'), 'tools'],
    ['behaviour/changes', file('turns', '#ends'), 'behaviour/turns#ends'],
  ] as const)('of %s lead with %s to %s', (page, href, target) => {
    expect(helpLinkTarget(page, href)).toEqual(parseHelpTarget(target))
  })

  it.each([file('https://example.org/window'), file('../ARCHITECTURE'), file('development'), 'javascript:alert(1)'])(
    'lead nowhere with %s',
    (href) => {
      expect(helpLinkTarget('window', href)).toBeNull()
    },
  )
})

describe('the search of the help', () => {
  it('finds headings before words of the text', async () => {
    const hits = valueOf(await library.search('sandbox'))
    expect(hits.slice(0, 2).map(({ title }) => title)).toEqual(['Sandbox', 'Sandbox'])
    expect(hits.length).toBe(30)
  })

  it('finds sections with every word, however they are written, with some words around them', async () => {
    const [first] = valueOf(await library.search('FLIGHT recorder slider'))
    expect(first).toMatchObject({ page: 'window', anchor: 'the-flight-recorder', pageTitle: 'The window' })
    expect(first?.excerpt).toContain('recorder')
    expect(valueOf(await library.search('recorder zeppelin'))).toEqual([])
    expect(valueOf(await library.search('  '))).toEqual([])
  })
})

describe('sections of a page', () => {
  it('begin at headings outside of code, and have anchors of their own', () => {
    const text = '# A `page`\nlead\n## One\n```sh\n# none\n```\n## One\n### [Two](#one)\nend\n'
    expect(helpSections(text)).toEqual([
      { anchor: 'a-page', title: 'A page', level: 1, source: '# A `page`\nlead' },
      { anchor: 'one', title: 'One', level: 2, source: '## One\n```sh\n# none\n```' },
      { anchor: 'one-1', title: 'One', level: 2, source: '## One' },
      { anchor: 'two', title: 'Two', level: 3, source: '### [Two](#one)\nend' },
    ])
  })
})
