/** A column of a table: its heading, and on which side its cells are aligned. */
export interface Column {
  readonly heading: string
  readonly align: 'left' | 'right'
}

const MAX_CELL = 60

/** Returns the lines of a table. Long cells are cut; line breaks in cells become spaces. */
export function textTable(columns: readonly Column[], rows: readonly (readonly string[])[]): readonly string[] {
  const cells = [columns.map(({ heading }) => heading), ...rows.map((row) => row.map(cell))]
  const widths = columns.map((_, index) => cells.reduce((width, row) => Math.max(width, row[index]?.length ?? 0), 0))
  const placed = (text: string, index: number): string =>
    columns[index]?.align === 'right' ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0)
  return cells.map((row) => row.map(placed).join('  ').trimEnd())
}

function cell(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > MAX_CELL ? `${line.slice(0, MAX_CELL - 1)}…` : line
}
