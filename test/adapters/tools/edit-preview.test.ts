import { expect, it } from 'vitest'

import { editPreview } from '../../../src/main/adapters/tools/edit-preview.ts'

it('shows the changed lines, and says where nothing changes', () => {
  expect(editPreview('/a.md', 'one\n', 'two\n')).toContain('-one\n+two\n')
  expect(editPreview('/a.md', null, 'one\n')).toContain('+one\n')
  expect(editPreview('/a.md', 'one\n', 'one\n')).toBe('/a.md: nothing changes.')
})
