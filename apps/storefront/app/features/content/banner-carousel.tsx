import type { EndpointOutput } from '@solvane/client/api'
import { buttonClass, IconButton } from '@solvane/ui/button'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '@solvane/ui/icon'
import { clsx } from 'clsx'
import { useEffect, useReducer } from 'react'
import { Link } from '../../lib/link.tsx'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './banner-carousel.module.css'

type Slide = EndpointOutput<'getHomeContent'>['data']['banner'][number]

/** The banner of the home page; controls only with more than one slide. */
export function BannerCarousel({ slides }: { slides: readonly Slide[] }) {
  const carousel = useCarousel(slides.length)
  const { position } = carousel
  const shown = shownSlide(position, slides.length)
  const first = slides[0]
  if (!first) return null
  return (
    <section
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label="From the house"
      onPointerEnter={() => carousel.setHovered(true)}
      onPointerLeave={() => carousel.setHovered(false)}
      // A press focuses its button too, and leaves the focus there: only the keyboard's counts.
      onFocus={(event) => carousel.setFocused(event.target.matches(':focus-visible'))}
      onBlur={() => carousel.setFocused(false)}
    >
      <Track index={position.index} isAnimated={!position.isSnapping} onSettled={carousel.settle}>
        {slides.map((slide, index) => (
          <SlideView
            key={slide.title}
            slide={slide}
            label={`${index + 1} of ${slides.length}`}
            isShown={index === shown}
            isFirst={index === 0}
          />
        ))}
        {slides.length > 1 && <SlideView slide={first} label="" isShown={false} isFirst={false} />}
      </Track>
      {slides.length > 1 && <Controls carousel={carousel} shown={shown} count={slides.length} />}
    </section>
  )
}

function Track(props: {
  index: number
  isAnimated: boolean
  onSettled: () => void
  children: React.ReactNode
}) {
  return (
    <div
      className={clsx(styles.track, props.isAnimated && styles.animated)}
      style={props.index > 0 ? { transform: `translateX(${props.index * -100}%)` } : undefined}
      onTransitionEnd={(event) => event.target === event.currentTarget && props.onSettled()}
    >
      {props.children}
    </div>
  )
}

function SlideView(props: { slide: Slide; label: string; isShown: boolean; isFirst: boolean }) {
  const { slide, isShown, isFirst } = props
  const Title = isFirst ? 'h1' : 'h2'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, not for slides
    <div
      className={styles.slide}
      role="group"
      aria-roledescription="slide"
      aria-label={props.label}
      inert={!isShown}
    >
      <ShopPicture
        className={styles.picture}
        picture={slide.picture}
        portrait={slide.portrait}
        sizes="100vw"
        fit="cover"
        isPriority={isFirst}
      />
      <div className={styles.plate}>
        <p className={styles.overline}>{slide.overline}</p>
        <Title className={styles.title}>{slide.title}</Title>
        <Link className={buttonClass('primary')} to={slide.link}>
          {slide.ctas}
        </Link>
      </div>
    </div>
  )
}

function Controls(props: {
  carousel: ReturnType<typeof useCarousel>
  shown: number
  count: number
}) {
  const { carousel, shown, count } = props
  const disabled = disabledArrows(carousel.position, count)
  return (
    <div className={styles.controls}>
      <IconButton
        label="Previous slide"
        disabled={disabled.previous}
        onClick={() => carousel.go('previous')}
      >
        <ChevronLeftIcon size={16} />
      </IconButton>
      {Array.from({ length: count }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: an indicator is its place
          key={index}
          type="button"
          className={styles.indicator}
          aria-label={`Go to slide ${index + 1}`}
          aria-current={index === shown || undefined}
          onClick={() => carousel.go({ slide: index })}
        />
      ))}
      <IconButton label="Next slide" disabled={disabled.next} onClick={() => carousel.go('next')}>
        <ChevronRightIcon size={16} />
      </IconButton>
      <IconButton
        label={carousel.isPaused ? 'Play the slides' : 'Pause the slides'}
        onClick={() => carousel.setPaused(!carousel.isPaused)}
      >
        {carousel.isPaused ? <PlayIcon size={16} /> : <PauseIcon size={16} />}
      </IconButton>
    </div>
  )
}

/**
 * The position of the carousel, from 0 to the number of slides; the last one shows the clone of the
 * first slide. While it snaps from the clone back to 0 it moves without animation.
 */
interface CarouselPosition {
  index: number
  isSnapping: boolean
}

export const firstPosition: CarouselPosition = { index: 0, isSnapping: false }

/** One slide on; stays at the clone, which the end of the animation leaves by itself. */
export function nextPosition({ index }: CarouselPosition, count: number): CarouselPosition {
  return { index: Math.min(index + 1, count), isSnapping: false }
}

/** One slide back; stays at the first. */
export function previousPosition({ index }: CarouselPosition): CarouselPosition {
  return { index: Math.max(index - 1, 0), isSnapping: false }
}

/** Straight to a slide, from 0. */
export function slidePosition(index: number): CarouselPosition {
  return { index, isSnapping: false }
}

/** After an animation: at the clone it snaps to the first slide, elsewhere it stays. */
export function settledPosition(position: CarouselPosition, count: number): CarouselPosition {
  return position.index >= count ? { index: 0, isSnapping: true } : position
}

/** The slide that is shown: the clone shows the first. */
export function shownSlide({ index }: CarouselPosition, count: number): number {
  return count === 0 ? 0 : index % count
}

/** The arrows that are disabled now. */
export function disabledArrows({ index, isSnapping }: CarouselPosition, count: number) {
  return {
    previous: index === 0 && !isSnapping,
    next: index === count && !isSnapping,
  }
}

/** Milliseconds between two slides (spec section 9). */
const advanceEvery = 4000

type Step = 'next' | 'previous' | 'settled' | 'snapped' | { slide: number }

/** Why the carousel is stopped. */
type Reason = 'hovered' | 'focused' | 'paused' | 'hidden'

function withReason(
  reasons: ReadonlySet<Reason>,
  [reason, holds]: [Reason, boolean],
): ReadonlySet<Reason> {
  if (reasons.has(reason) === holds) return reasons
  return new Set(holds ? [...reasons, reason] : [...reasons].filter((other) => other !== reason))
}

function positionAfter(before: CarouselPosition, step: Step, count: number): CarouselPosition {
  if (step === 'next') return nextPosition(before, count)
  if (step === 'previous') return previousPosition(before)
  if (step === 'settled') return settledPosition(before, count)
  if (step === 'snapped') return slidePosition(before.index)
  return slidePosition(step.slide)
}

/**
 * The carousel of `count` slides: it moves on every four seconds unless the pointer or the focus
 * is on it, the shopper paused it or the page is hidden. With reduced motion it starts paused.
 * Each step of the shopper restarts the four seconds.
 */
function useCarousel(count: number) {
  const [position, step] = useReducer(
    (before: CarouselPosition, taken: Step) => positionAfter(before, taken, count),
    firstPosition,
  )
  const [reasons, setReason] = useReducer(withReason, new Set<Reason>())
  const [steps, countStep] = useReducer((before: number) => before + 1, 0)
  const moves = count > 1 && reasons.size === 0

  useEffect(() => {
    const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
    const followReducedMotion = () => setReason(['paused', reducedMotion.matches])
    const followPage = () => setReason(['hidden', document.hidden])
    followReducedMotion()
    followPage()
    reducedMotion.addEventListener('change', followReducedMotion)
    document.addEventListener('visibilitychange', followPage)
    return () => {
      reducedMotion.removeEventListener('change', followReducedMotion)
      document.removeEventListener('visibilitychange', followPage)
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a step of the shopper restarts the time
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => step('next'), advanceEvery)
    return () => clearInterval(timer)
  }, [moves, steps])

  // The browser has to draw the first slide in its place before it may animate again.
  useEffect(() => {
    if (!position.isSnapping) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => step('snapped'))
    })
    return () => cancelAnimationFrame(frame)
  }, [position.isSnapping])

  return {
    position,
    isPaused: reasons.has('paused'),
    setPaused: (isPaused: boolean) => setReason(['paused', isPaused]),
    setHovered: (isHovered: boolean) => setReason(['hovered', isHovered]),
    setFocused: (isFocused: boolean) => setReason(['focused', isFocused]),
    /** The caller calls it when the animation to a slide has ended. */
    settle: () => step('settled'),
    /** A step of the shopper. */
    go: (to: Exclude<Step, 'settled' | 'snapped'>) => {
      step(to)
      countStep()
    },
  }
}
