import { describe, expect, it } from 'vitest'

import { drawnMarkdown, drawnText } from './drawn-markdown.ts'

describe('paths of Windows in a line', () => {
  it.each([
    String.raw`The file is C:\Users\ann\.ssh\config, and no other`,
    String.raw`D:\proj\data\_scratch\out.wav and d:\a\_b\_c.txt`,
    String.raw`see \\server\share\_docs\#1 (or \\host.lan\c$\.cache)`,
    String.raw`$env:USERPROFILE\.ssh, %APPDATA%\_x, $HOME\.config, ~\.ssh`,
    String.raw`.\.venv\Scripts and ..\_old\!new`,
    String.raw`src\lib\_private\-x.ts`,
    String.raw`"C:\Program Files\_tools\#a"`,
    String.raw`(C:\!a)`,
    String.raw`请看 C:\数据\_旧\$x`,
    String.raw`- in C:\a\_b`,
    String.raw`> and C:\a\_b`,
    String.raw`C:\a\*.log`,
    String.raw`ends with C:\temp\ and goes on`,
  ])('%s', (text) => {
    expect(drawnText(text).trim()).toBe(text.replace(/^[->] /, ''))
  })

  it('keeps them across lines and at the end of one', () => {
    expect(drawnText('first C:\\a\\_b\nthen D:\\x\\.y\\\nend')).toBe('first C:\\a\\_b\nthen D:\\x\\.y\\\nend')
  })

  it.each([
    [String.raw`An escaped \*star\*, snake\_case and 1\. one`, 'An escaped *star*, snake_case and 1. one'],
    [String.raw`C:\a is \*not\* bold`, String.raw`C:\a is *not* bold`],
    [String.raw`a \\ b and \\n`, String.raw`a \ b and \n`],
    [String.raw`3:\_x and ab:\_x`, '3:_x and ab:_x'],
  ])('leaves escapes elsewhere: %s', (text, expected) => {
    expect(drawnText(text)).toBe(expected)
  })

  it('leaves formulas, code and emphasis alone', () => {
    const drawn = drawnMarkdown(String.raw`\(a\,b\), ${'`'}C:\a\_b${'`'}, **C:\a\_b** and $x\_1$`)
    expect(drawn).toContain(String.raw`<code class="formula">\(a\,b\)</code>`)
    expect(drawn).toContain(String.raw`<code>C:\a\_b</code>`)
    expect(drawn).toContain(String.raw`<strong>C:\a\_b</strong>`)
    expect(drawn).toContain(String.raw`<code class="formula">$x\_1$</code>`)
  })

  it('takes no longer for many of them', () => {
    expect(drawnText('C:\\a\\_b '.repeat(500)).trim()).toBe('C:\\a\\_b '.repeat(500).trim())
  })
})
