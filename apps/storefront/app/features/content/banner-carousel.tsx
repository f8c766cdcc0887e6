import type { EndpointOutput } from '@solvane/client/api'
import { buttonClass } from '@solvane/ui/button'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '@solvane/ui/icon'
import { IconButton } from '@solvane/ui/icon-button'
import { clsx } from 'clsx'
import { Link } from '../../lib/link.tsx'
import { ShopPicture } from '../../lib/shop-picture.tsx'
import styles from './banner-carousel.module.css'
import { disabledArrows, shownSlide, useCarousel } from './use-carousel.ts'

type Slide = EndpointOutput<'getHomeContent'>['data']['banner'][number]

/** The banner of the home page; controls only with more than one slide (decision P7). */
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
