import { clsx } from 'clsx'
import styles from './icon.module.css'

interface IconProps {
  /** Side in pixels; the strokes are 1.25 px at 20. */
  size?: number
  className?: string
}

/* All are line drawings on a 20 × 20 grid, hidden from assistive technology: their control has the
    name. */
function Lines({ path, size = 20, className }: IconProps & { path: string }) {
  return (
    <svg
      className={clsx(styles.icon, className)}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

const heart = 'M10 17S2.5 12.6 2.5 7.5a4 4 0 0 1 7.5-2 4 4 0 0 1 7.5 2C17.5 12.6 10 17 10 17Z'

export const MenuIcon = (props: IconProps) => <Lines {...props} path="M2 7h16M2 13h16" />
export const SearchIcon = (props: IconProps) => (
  <Lines
    {...props}
    path="M8.75 14.5a5.75 5.75 0 1 0 0-11.5 5.75 5.75 0 0 0 0 11.5ZM13 13l4.5 4.5"
  />
)
export const HeartIcon = (props: IconProps) => <Lines {...props} path={heart} />
export const BagIcon = (props: IconProps) => (
  <Lines {...props} path="M3.6 6.5h12.8l.9 11H2.7l.9-11ZM7 9V5.5a3 3 0 0 1 6 0V9" />
)
export const PersonIcon = (props: IconProps) => (
  <Lines
    {...props}
    path="M10 9.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM3.5 17.5c.5-3.4 3-5 6.5-5s6 1.6 6.5 5"
  />
)
export const CloseIcon = (props: IconProps) => <Lines {...props} path="m4 4 12 12M16 4 4 16" />
export const ChevronLeftIcon = (props: IconProps) => (
  <Lines {...props} path="M12.5 3.5 6 10l6.5 6.5" />
)
export const ChevronRightIcon = (props: IconProps) => (
  <Lines {...props} path="M7.5 3.5 14 10l-6.5 6.5" />
)
export const ChevronDownIcon = (props: IconProps) => (
  <Lines {...props} path="M3.5 7.5 10 14l6.5-6.5" />
)
export const PlusIcon = (props: IconProps) => <Lines {...props} path="M10 3.5v13M3.5 10h13" />
export const MinusIcon = (props: IconProps) => <Lines {...props} path="M3.5 10h13" />
export const PauseIcon = (props: IconProps) => <Lines {...props} path="M7 4v12M13 4v12" />
export const PlayIcon = (props: IconProps) => <Lines {...props} path="M6 3.75v12.5L16 10 6 3.75Z" />
export const ChatIcon = (props: IconProps) => (
  <Lines {...props} path="M2.75 3.75h14.5v10H9l-4 3.5v-3.5H2.75v-10Z" />
)
export const FilterIcon = (props: IconProps) => (
  <Lines
    {...props}
    path="M2 6h8.5M15.5 6H18M13 8.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5ZM2 14h2.5M9.5 14H18M7 16.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5Z"
  />
)
export const CheckIcon = (props: IconProps) => <Lines {...props} path="m3.5 10.5 4.5 4.5 8.5-9.5" />
export const ArrowRightIcon = (props: IconProps) => (
  <Lines {...props} path="M2.5 10h14.5M11.5 4.5 17 10l-5.5 5.5" />
)
export const HeartFilledIcon = (props: IconProps) => (
  <Lines {...props} path={heart} className={clsx(styles.filled, props.className)} />
)
