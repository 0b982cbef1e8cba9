import { readFile } from 'node:fs/promises'

import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { findBrowser } from '../support/find-browser.ts'
import { LONG, ROOT, SIBLING } from './preview/preview-world.ts'
import { engineCalls, previewForTests } from './support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('changes to files (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  async function openChanges() {
    const page = await preview.page()
    await page.keyboard.press('Control+Shift+D')
    const dialog = page.getByRole('region', { name: /^Changes in/ })
    await dialog.getByRole('navigation', { name: 'Changed files' }).getByText('add.ts').waitFor()
    return { page, dialog }
  }

  it('lists the files and shows the difference of the selected one', async () => {
    const { page, dialog } = await openChanges()
    await dialog.getByText('return a + b').waitFor()
    await dialog.getByRole('button', { name: /round\.ts/ }).click()
    await dialog.getByRole('group', { name: 'Changes of src/round.ts, part 1' }).waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(2)
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Publish…' }).click()
    await dialog.getByRole('button', { name: 'Save as patch…' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^changes-.{6}\.patch$/)
    const patch = await readFile(await file.path(), 'utf8')
    expect(patch.match(/^diff --git .*$/gm)).toEqual([
      'diff --git a/src/add.ts b/src/add.ts',
      'diff --git a/src/round.ts b/src/round.ts',
    ])
    await page.close()
  })

  it('compares with a branch or a range, and goes back to the changes of the agent', async () => {
    const { page, dialog } = await openChanges()
    await dialog.getByRole('button', { name: /^Which changes/ }).click()
    await page.getByRole('menuitem', { name: 'Compare with a branch or commit…' }).click()
    const field = dialog.getByLabel('Compare with')
    expect(await field.inputValue()).toBe('main')
    await field.press('Enter')
    await dialog.getByText('Everything in the folder since 1f0c9a7e, also what is not committed: 1 commit.').click()
    await dialog.getByText('Add the sum').waitFor()
    await dialog.getByRole('list', { name: 'Files: All that differs' }).waitFor()
    expect(await dialog.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
    await field.fill('main...fix-rounding')
    await dialog.getByRole('button', { name: 'Compare' }).click()
    await dialog.getByRole('button', { name: 'Show recorded changes' }).click()
    await dialog.getByRole('button', { name: 'Undo all' }).waitFor()
    const scopes = (await engineCalls(page, 'changes.list')).map((call) => call.replace(/^.*"scope":/, ''))
    expect(scopes.filter((scope) => !scope.startsWith('{"type":"agent"}'))).toEqual([
      '{"type":"base","base":"main"}}',
      '{"type":"range","from":"main","to":"fix-rounding","mergeBase":true}}',
    ])
    await page.close()
  })

  it('shows what would be pushed where, pushes exactly that, opens a pull request and sends failed checks back', async () => {
    const { page, dialog } = await openChanges()
    await dialog.getByRole('button', { name: 'Publish…' }).click()
    const group = dialog.getByRole('group', { name: 'Publish' })
    await group.getByRole('button', { name: 'Push…' }).click()
    await group
      .getByText('Commit 7c1d22e0 becomes the new branch ikigai/fix-1 at https://github.com/ann/shop.git.')
      .waitFor()
    await group.getByText('Not committed, so not pushed: src/round.ts').waitFor()
    const push = group.getByRole('button', { name: 'Push to https://github.com/ann/shop.git' })
    await group.getByLabel('Branch').fill('fix-sum')
    expect(await push.isDisabled()).toBe(true)
    await group.getByRole('button', { name: 'Show what would be pushed' }).click()
    await group.getByText(/the new branch fix-sum/).waitFor()
    await push.click()
    const request = group.getByRole('form', { name: 'Pull request' })
    expect(await request.getByLabel('Title').inputValue()).toBe('Fix the sum')
    await request.getByLabel('Title').fill('Fix the sum of two')
    await request.getByRole('button', { name: 'Open pull request' }).click()
    await group.getByRole('link', { name: /pull\/7/ }).waitFor()
    const commit = '7c1d22e0'.repeat(5)
    const place = { remote: 'origin', url: 'https://github.com/ann/shop.git', branch: 'fix-sum', commit }
    expect(await engineCalls(page, 'publishing.push')).toEqual([
      `publishing.push ${JSON.stringify({ ...place, replaces: null, force: false, agentId: ROOT })}`,
    ])
    const [opened] = await engineCalls(page, 'publishing.open')
    expect(opened).toContain('"base":"main","title":"Fix the sum of two"')
    await page.close()
    const { page: other, dialog: again } = await openChanges()
    await again.getByRole('button', { name: 'Publish…' }).click()
    await again.getByRole('button', { name: 'Show checks' }).click()
    await again.getByText('CI / test: failed').waitFor()
    await again.getByRole('group', { name: 'Part 1 of 2' }).press('f')
    await other.getByText('The failed checks were sent to the agent.').first().waitFor()
    expect(await engineCalls(other, 'publishing.sendFailures')).toHaveLength(1)
    await other.close()
  })

  it('comments on lines by mouse and by keys, keeps the comments when the view is left, and sends them as one prompt', async () => {
    const { page, dialog } = await openChanges()
    await dialog.getByRole('button', { name: 'Comment on line 1', exact: true }).click()
    await dialog.getByRole('button', { name: 'Comment on line 2', exact: true }).click({ modifiers: ['Shift'] })
    const form = dialog.getByRole('form', { name: 'Comment on lines' })
    expect(await form.getByLabel('to line').inputValue()).toBe('2')
    await form.getByRole('textbox', { name: 'Comment' }).fill('Name it sum')
    await form.getByRole('button', { name: 'Add comment' }).click()
    await dialog.getByRole('group', { name: 'Part 2 of 2' }).press('c')
    await form.getByRole('textbox', { name: 'Comment' }).fill('Why exported?')
    await form.getByRole('textbox', { name: 'Comment' }).press('Control+Enter')
    await dialog.getByRole('button', { name: 'Comment on removed line 2' }).click()
    await form.getByRole('textbox', { name: 'Comment' }).fill('Not this')
    await form.getByRole('button', { name: 'Add comment' }).click()
    await dialog.getByRole('button', { name: 'Remove the comment on src/add.ts:21' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Shift+D')
    await dialog.getByRole('button', { name: 'Send 3 comments' }).click()
    await page.getByText('The comments were sent to the agent.').first().waitFor()
    expect(await dialog.getByRole('button', { name: /^Send \d/ }).count()).toBe(0)
    const [sent, ...others] = await engineCalls(page, 'changes.comment')
    expect(others).toEqual([])
    const { comments } = z
      .object({ comments: z.unknown() })
      .parse(JSON.parse((sent ?? '').replace('changes.comment ', '')))
    const path = 'src/add.ts'
    expect(comments).toEqual([
      { path, line: 1, endLine: 2, text: 'Name it sum', quote: ['export function add(a, b) {', '  return a + b'] },
      { path, line: 21, endLine: 21, text: 'Why exported?', quote: ['export { add }'] },
      { path, line: 2, endLine: 2, text: 'Not this', quote: ['  return a - b'], side: 'old' },
    ])
    await page.close()
  })

  it('undoes a part, a file and everything', async () => {
    const { page, dialog } = await openChanges()
    await dialog.getByRole('group', { name: 'Part 2 of 2' }).getByRole('button', { name: 'Undo' }).click()
    await dialog.getByRole('button', { name: 'Undo file' }).click()
    await dialog.getByRole('button', { name: 'Undo all' }).click()
    await dialog.getByText('Undone').first().waitFor()
    const scope = { type: 'agent' }
    await expect
      .poll(() => engineCalls(page, 'changes.undo'))
      .toEqual([
        `changes.undo ${JSON.stringify({ agentId: ROOT, scope, paths: ['src/add.ts'], hunks: [1] })}`,
        `changes.undo ${JSON.stringify({ agentId: ROOT, scope, paths: ['src/add.ts'] })}`,
        `changes.undo ${JSON.stringify({ agentId: ROOT, scope })}`,
      ])
    await page.close()
  })

  it('shows what changed since instead of undoing it, undoes a part and redoes that, and keeps what is there', async () => {
    const page = await preview.page()
    await page.evaluate((id) => window.show(id), LONG)
    await page.keyboard.press('Control+Shift+D')
    await page
      .getByRole('region', { name: /^Changes in/ })
      .getByRole('button', { name: 'Undo all' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'This file changed since' })
    await dialog.getByText('+export function sum(a, b) {').waitFor()
    await dialog.getByRole('button', { name: 'Undo only this part' }).nth(1).click()
    await dialog.getByRole('button', { name: 'Redo' }).click()
    await dialog.getByText('The changes were restored.').waitFor()
    await dialog.getByRole('button', { name: 'Keep mine, undo the other file' }).click()
    await page.getByRole('region', { name: /^Changes in/ }).waitFor()
    const undone = (await engineCalls(page, 'changes.undo')).map((call) => call.replace(/^.*"scope":/, ''))
    expect(undone).toEqual([
      '{"type":"agent"}}',
      '{"type":"agent"},"paths":["src/add.ts"],"hunks":[1]}',
      expect.stringMatching(/^\{"type":"event","eventId":\d+\}\}$/),
      '{"type":"agent"},"paths":["src/round.ts"]}',
    ])
    await page.close()
  })

  it('asks once about files that changed while a command ran, leaves them on Enter, and undoes them with one press', async () => {
    const page = await preview.page()
    await page.evaluate((id) => window.show(id), SIBLING)
    await page.keyboard.press('Control+Shift+D')
    const changes = page.getByRole('region', { name: /^Changes in/ })
    const undoAll = changes.getByRole('button', { name: 'Undo all' })
    const question = page.getByRole('dialog', { name: 'Undo these 2 files too?' })
    await undoAll.click()
    await question.getByText('Nobody can say').waitFor()
    expect(await question.getByRole('listitem').allTextContents()).toEqual(['src/add.ts', 'src/round.ts'])
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    await undoAll.click()
    await question.getByRole('button', { name: 'Undo them too' }).click()
    await page.getByText('Undid the changes of 2 files.').waitFor()
    const undone = (await engineCalls(page, 'changes.undo')).map((call) => call.replace(/^.*"scope":/, ''))
    expect(undone).toEqual(['{"type":"agent"}}', '{"type":"agent"}}', '{"type":"agent"},"unsure":true}'])
    await page.close()
  })

  it('goes through files and parts, keeps and undoes them by keys, and remembers what was kept', async () => {
    const { page, dialog } = await openChanges()
    const row = (name: string) => dialog.getByRole('button', { name: new RegExp(`^[AMD] ${name}`) })
    const reviewed = (name: string) => dialog.getByRole('checkbox', { name: `Reviewed ${name}` })
    await page.keyboard.press('j')
    await expect.poll(() => row('round.ts').getAttribute('aria-current')).toBe('true')
    // A row cuts off what is painted outside of it.
    const ring = await row('round.ts').evaluate((each) => Number.parseFloat(getComputedStyle(each).outlineOffset))
    expect(ring).toBeLessThan(0)
    await page.keyboard.press('k')
    await dialog.getByRole('group', { name: 'Changes of src/add.ts, part 2' }).waitFor()
    await page.keyboard.press('n')
    await page.keyboard.press('Enter')
    await expect.poll(() => engineCalls(page, 'folder.open')).toHaveLength(1)
    await page.keyboard.press('y')
    await dialog.getByRole('button', { name: 'Kept', exact: true }).waitFor()
    expect(await reviewed('src/add.ts').isChecked()).toBe(false)
    await page.keyboard.press('n')
    await page.keyboard.press('y')
    await expect.poll(() => reviewed('src/add.ts').isChecked()).toBe(true)
    await dialog.getByText('1 of 2 reviewed').waitFor()
    await page.keyboard.press('p')
    await page.keyboard.press('u')
    await expect.poll(() => engineCalls(page, 'changes.undo')).toHaveLength(1)
    const undone = { agentId: ROOT, scope: { type: 'agent' }, paths: ['src/add.ts'], hunks: [0] }
    expect(await engineCalls(page, 'changes.undo')).toEqual([`changes.undo ${JSON.stringify(undone)}`])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Shift+D')
    await expect.poll(() => reviewed('src/add.ts').isChecked()).toBe(true)
    await page.keyboard.press('r')
    await expect.poll(() => reviewed('src/add.ts').isChecked()).toBe(false)
    await dialog.getByRole('button', { name: 'Keep all' }).click()
    await dialog.getByText('2 of 2 reviewed').waitFor()
    await page.close()
  })

  it('offers the files of the moment that the context was rewound to, until they are restored', async () => {
    const { page, dialog } = await openChanges()
    await dialog.getByRole('button', { name: 'Undo file' }).click()
    await dialog.getByText('Undone').first().waitFor()
    await page.keyboard.press('Escape')
    const prompt = page.getByRole('article', { name: 'Your prompt' }).first()
    await prompt.hover()
    await prompt.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Rewind to here' }).click()
    const restore = page.getByRole('button', { name: 'Restore 1 file' })
    await restore.click()
    await restore.waitFor({ state: 'detached' })
    const wanted = { agentId: ROOT, scope: { type: 'since', eventId: 2 }, restore: true }
    expect((await engineCalls(page, 'changes.undo')).at(-1)).toBe(`changes.undo ${JSON.stringify(wanted)}`)
    await page.close()
  })

  it('restores the files of the moment before a prompt that is edited, only if asked', async () => {
    const { page, dialog } = await openChanges()
    await dialog.getByRole('button', { name: 'Undo file' }).click()
    await dialog.getByText('Undone').first().waitFor()
    await page.keyboard.press('Escape')
    const prompt = page.getByRole('article', { name: 'Your prompt' }).first()
    await prompt.hover()
    await prompt.getByRole('button', { name: 'Edit' }).click()
    const box = page.getByRole('form', { name: 'Edit prompt' })
    await box.getByRole('textbox').fill('In other words')
    const restores = box.getByRole('checkbox', { name: 'Also restore 1 file' })
    expect(await restores.isChecked()).toBe(false)
    await restores.check()
    const before = await engineCalls(page, 'changes.undo')
    await box.getByRole('button', { name: 'Send', exact: true }).click()
    await box.waitFor({ state: 'detached' })
    const undone = (await engineCalls(page, 'changes.undo')).slice(before.length)
    expect(undone).toEqual([expect.stringMatching(/"scope":\{"type":"since","eventId":\d+\},"restore":true\}$/)])
    expect(await engineCalls(page, 'agents.fork')).toHaveLength(1)
    await page.close()
  })

  it('shows what would be applied before anything is written, and leaves conflicts out', async () => {
    const { page, dialog } = await openChanges()
    await dialog.getByRole('button', { name: 'Publish…' }).click()
    await dialog.getByRole('button', { name: 'Apply to /home/ann/shop…' }).click()
    await dialog.getByText('src/round.ts: Conflict').waitFor()
    await dialog.getByRole('button', { name: 'Apply without 1 conflicting file' }).click()
    await expect.poll(() => engineCalls(page, 'changes.apply')).toHaveLength(2)
    expect(await engineCalls(page, 'changes.apply')).toEqual([
      `changes.apply ${JSON.stringify({ agentId: ROOT, preview: true, skip: [] })}`,
      `changes.apply ${JSON.stringify({ agentId: ROOT, preview: false, skip: ['src/round.ts'], resolve: [] })}`,
    ])
    await page.close()
  })

  it('resolves a conflict with the version of the agent or with another text', async () => {
    const { page, dialog } = await openChanges()
    await dialog.getByRole('button', { name: 'Publish…' }).click()
    await dialog.getByRole('button', { name: 'Apply to /home/ann/shop…' }).click()
    const conflict = dialog.getByRole('group', { name: 'Conflict in src/round.ts' })
    await conflict.getByRole('button', { name: 'Take the agent’s version' }).click()
    await dialog.getByRole('button', { name: 'Apply', exact: true }).waitFor()
    await conflict.getByRole('button', { name: 'Edit…' }).click()
    const field = conflict.getByRole('textbox', { name: 'New text of src/round.ts' })
    expect(await field.inputValue()).toContain('<<<<<<< folder')
    await field.fill('export const round = Math.trunc\n')
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect.poll(() => engineCalls(page, 'changes.apply')).toHaveLength(2)
    const [, applied] = await engineCalls(page, 'changes.apply')
    const { resolve, skip } = z
      .object({ resolve: z.unknown(), skip: z.unknown() })
      .parse(JSON.parse((applied ?? '').replace('changes.apply ', '')))
    const seen = { ours: 'file 1', theirs: 'file 2' }
    const text = 'export const round = Math.trunc\n'
    expect([skip, resolve]).toEqual([[], [{ path: 'src/round.ts', take: 'text', seen, text }]])
    await page.close()
  })

  it('applies and commits with the message of the user', async () => {
    const { page, dialog } = await openChanges()
    await dialog.getByRole('button', { name: 'Publish…' }).click()
    await dialog.getByRole('button', { name: 'Apply to /home/ann/shop…' }).click()
    await dialog.getByRole('textbox', { name: 'Commit message' }).fill('fix: round')
    await dialog.getByRole('button', { name: 'Apply and commit' }).click()
    await page.getByText('and committed as 0123abcd').waitFor()
    const wanted = {
      agentId: ROOT,
      preview: false,
      skip: ['src/round.ts'],
      resolve: [],
      commit: { message: 'fix: round' },
    }
    expect((await engineCalls(page, 'changes.apply')).at(-1)).toBe(`changes.apply ${JSON.stringify(wanted)}`)
    await page.close()
  })

  it('removes a worktree with changes that were not applied only at the second click', async () => {
    const { page, dialog } = await openChanges()
    await dialog.getByRole('button', { name: 'Publish…' }).click()
    await dialog.getByRole('button', { name: 'Remove worktree' }).click()
    await dialog.getByText('The worktree has changes that were not applied.').waitFor()
    await dialog.getByRole('button', { name: 'Discard changes and remove worktree' }).click()
    await dialog.getByRole('group', { name: 'Worktree' }).waitFor({ state: 'detached' })
    expect(await engineCalls(page, 'changes.removeWorktree')).toEqual([
      `changes.removeWorktree ${JSON.stringify({ agentId: ROOT, discard: false })}`,
      `changes.removeWorktree ${JSON.stringify({ agentId: ROOT, discard: true })}`,
    ])
    await page.close()
  })

  it('gives several children worktrees of their own, unless the user says otherwise', async () => {
    const page = await preview.page()
    await page.keyboard.press('Control+Shift+N')
    const own = page.getByRole('checkbox', { name: /^Own worktree/ })
    await page.getByRole('checkbox', { name: 'GPT-5 mini' }).check()
    expect(await own.isChecked()).toBe(false)
    await page.getByRole('checkbox', { name: 'Opus 4.5' }).check()
    expect(await own.isChecked()).toBe(true)
    await own.uncheck()
    await page.getByRole('button', { name: 'Fork into 2 agents' }).click()
    await expect.poll(() => engineCalls(page, 'agents.fork')).toHaveLength(1)
    expect((await engineCalls(page, 'agents.fork'))[0]).not.toContain('worktree')
    await page.close()
  })

  it('shows with the folder how new worktrees are made ready, and confirms what was shown', async () => {
    const page = await preview.page()
    await page
      .getByRole('treeitem', { name: /GPT-5 mini/ })
      .first()
      .click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Working folder…' }).click()
    const setup = page.getByRole('dialog').getByRole('region', { name: 'New worktrees · from .ikigai/worktree.json' })
    await setup.waitFor()
    expect(await setup.getByRole('listitem').allInnerTexts()).toEqual([
      'run npm ci',
      'run npm run generate',
      'connect to registry.npmjs.org',
      'copy .env',
      'before removal, run docker compose down',
    ])
    await setup.getByText('Changed since it was confirmed, so not used').waitFor()
    await setup.getByRole('button', { name: 'Confirm set-up' }).click()
    await setup.getByText('Confirmed', { exact: true }).waitFor()
    await setup.getByRole('button', { name: 'Do not use' }).click()
    await setup.getByText('Not confirmed, so not used').waitFor()
    const asked = (await engineCalls(page, 'changes.confirmWorktreeSetup')).map(
      (call) => /"digest":([^}]*)/.exec(call)?.[1],
    )
    expect(asked).toEqual([`"${'5e'.repeat(32)}"`, 'null'])
    await page.close()
  })
})
