const repeated = (text: string) => (length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
const counted = (line: (index: number) => string) => (length: number) => {
  let text = ''
  for (let index = 0; text.length < length; index += 1) text += line(index)
  return text
}

/** Texts that are slow to parse as Markdown, by length. */
export const HOSTILE_TEXTS: Readonly<Record<string, (length: number) => string>> = {
  'links that are open': repeated('[a]('),
  'links in brackets': repeated('[a][b]'),
  'link titles that are open': repeated('[a](b "'),
  'images in links': repeated('[![a](b)](c) '),
  'images that are open': repeated('!['),
  brackets: repeated('['),
  'brackets that are closed': repeated('[]'),
  'parentheses in an address': (length) => `[a](${'('.repeat(length)}`,
  'two asterisks': repeated('**'),
  'asterisks before words': repeated('**a '),
  'asterisks between words': repeated('a**b'),
  'asterisks and underscores': repeated('*_'),
  'asterisks, words and underscores': repeated('*a _b '),
  underscores: repeated('_a '),
  tildes: repeated('~~a ~'),
  'back-ticks': repeated('`a'),
  'back-ticks of all lengths': counted((index) => `a${'`'.repeat(index + 1)}`),
  fences: repeated('```\n'),
  'fences of all lengths': counted((index) => `${'~'.repeat(index + 3)}\n`),
  'HTML that is open': repeated('<a '),
  'HTML lines': repeated('<div>\n'),
  'HTML comments': repeated('<!-- a\n'),
  'a fence in HTML, then underlined words': (length) => `<!--\n\`\`\`\n-->\n${repeated('a\n-\n')(length)}`,
  CDATA: repeated('<![CDATA['),
  'smaller than': repeated('<'),
  'quotes in quotes': repeated('>'),
  'quotes in quotes, with space': repeated('> '),
  'quotes of all depths': counted((index) => `${'>'.repeat(index % 500)}a\n`),
  'lists in quotes': repeated('> - '),
  'lists in lists': counted((index) => `${' '.repeat(2 * index)}- a\n`),
  'lists in one line': repeated('- '),
  'numbered lists in one line': repeated('1. '),
  tasks: repeated('- [ ] a\n'),
  'a table of one row': (length) => `${'|a'.repeat(length / 4)}\n${'|-'.repeat(length / 4)}`,
  tables: repeated('|a|b\n|-|-\n'),
  'table rows': (length) => `| a | b |\n|---|---|\n${repeated('| cell one | cell `two` |\n')(length)}`,
  addresses: repeated('http://a.b '),
  'beginnings of addresses': repeated('www.'),
  'mail addresses': repeated('a@b.c '),
  entities: repeated('&amp;'),
  'entities that are open': repeated('&a'),
  footnotes: counted((index) => `[^${index}]: a\n\n`),
  'calls of a footnote': (length) => `[^a]: x\n\n${repeated('[^a]')(length)}`,
  definitions: counted((index) => `[${index}]: a\n`),
  'beginnings of definitions': repeated('[a\n'),
  'underlined words': repeated('a\n-\n'),
  headings: repeated('# a\n'),
  rules: repeated('* * '),
  backslashes: repeated('a\\\n'),
  'one long word': repeated('a'),
  spaces: (length) => `${' '.repeat(length)}a`,
  'empty lines': repeated('\n'),
  'carriage returns': repeated('a\r'),
  'code of very many lines': (length) => `\`\`\`ts\n${repeated('a\n')(length)}`,
  'code of one line': (length) => `\`\`\`ts\n${repeated('a+')(length)}`,
}

/** Ordinary prose of an answer. */
export const ORDINARY_TEXT = repeated('Some **bold** words and `code` in a [link](http://a.b/c) of a text.\n\n')
