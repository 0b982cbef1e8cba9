/**
 * Puts temporary folders of a test file elsewhere, because confined programs get an empty `/tmp`: `leave` before its tests,
 * `restore` after them.
 */
export function privateTmp(): { readonly leave: () => void; readonly restore: () => void } {
  const before = process.env['TMPDIR']
  return {
    leave: () => {
      process.env['TMPDIR'] = '/var/tmp'
    },
    restore: () => {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    },
  }
}
