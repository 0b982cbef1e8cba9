import scrollerStyles from '../parts/table-scroller.module.css'
import styles from './board.module.css'

/** The head of a table: a row with the names of its columns. */
export function TableHead({ columns }: { readonly columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface FigureTableProps {
  readonly caption: string
  readonly isCaptionShown: boolean
  /** The first one is that of the names. */
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly name: string; readonly cells: readonly string[] }[]
}

/** A table whose rows have a name and figures. */
export function FigureTable({ caption, isCaptionShown, columns, rows }: FigureTableProps) {
  return (
    <div className={scrollerStyles.scroller}>
      <table className={`${styles.table} ${styles.figures}`}>
        <caption className={isCaptionShown ? styles.result : 'visually-hidden'}>{caption}</caption>
        <TableHead columns={columns} />
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={index} className={styles.number}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
