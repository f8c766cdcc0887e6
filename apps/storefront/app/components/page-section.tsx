import type { EndpointOutput } from '@solvane/client/api'
import styles from './page-section.module.css'

type Section = EndpointOutput<'getPage'>['data']['sections'][number]

/** A section of an information page: heading, paragraphs and an optional table. */
export function PageSection({ section }: { section: Section }) {
  const { table } = section
  return (
    <section id={section.id} className={styles.section}>
      {section.heading && <h2 className={styles.heading}>{section.heading}</h2>}
      {section.body.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {table && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled with the keys
        <section className={styles.scroller} tabIndex={0} aria-label={section.heading}>
          <table className={styles.table}>
            <thead>
              <tr>
                {table.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row) => (
                <tr key={row.join()}>
                  {row.map((cell, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
                    <td key={index}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
