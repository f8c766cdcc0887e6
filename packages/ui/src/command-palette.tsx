import { Autocomplete } from '@base-ui/react/autocomplete'
import { useRef } from 'react'
import styles from './command-palette.module.css'
import { Dialog } from './dialog.tsx'
import { SearchIcon } from './icon.tsx'

/** An entry. */
export interface Command {
  /** Unique among the commands shown. */
  id: string
  label: string
  /** Distinguishes it from others with the same label. */
  detail?: string | undefined
}

export interface CommandGroup {
  label: string
  items: readonly Command[]
}

interface CommandPaletteProps {
  title: string
  /** The placeholder: the things that can be searched for. */
  hint: string
  typed: string
  onType: (typed: string) => void
  /** The results for the typed text; the caller searches. */
  groups: readonly CommandGroup[]
  /** Shown without results. */
  none: string
  onChoose: (command: Command) => void
  onClose: () => void
}

/** A dialog for searching and opening pages and records; arrow keys and Enter choose. */
export function CommandPalette(props: CommandPaletteProps) {
  const { title, hint, typed, onType, groups, none, onChoose, onClose } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog isOpen onClose={onClose} title={title} isWide initialFocus={input}>
      <Autocomplete.Root
        inline
        open
        mode="none"
        items={groups}
        value={typed}
        onValueChange={(value, { reason }) => reason !== 'item-press' && onType(value)}
        autoHighlight="always"
        keepHighlight
        itemToStringValue={(command: Command) => command.label}
      >
        <div className={styles.field}>
          <SearchIcon size={16} />
          <Autocomplete.Input
            ref={input}
            className={styles.input}
            aria-label={hint}
            placeholder={hint}
          />
        </div>
        <Autocomplete.Empty className={styles.none}>{none}</Autocomplete.Empty>
        <Autocomplete.List className={styles.list}>
          {(group: CommandGroup) => (
            <Autocomplete.Group key={group.label} items={group.items}>
              <Autocomplete.GroupLabel className={styles.label}>
                {group.label}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: Command) => (
                  <Autocomplete.Item
                    key={command.id}
                    value={command}
                    className={styles.item}
                    onClick={() => onChoose(command)}
                  >
                    {command.label}
                    {command.detail && <span className={styles.detail}>{command.detail}</span>}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  )
}
