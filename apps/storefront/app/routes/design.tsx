import { AccordionItem } from '@solvane/ui/accordion'
import { Button, TextLink, textLinkClass } from '@solvane/ui/button'
import { Chip, ChipMark, chipClass } from '@solvane/ui/chip'
import { Checkbox } from '@solvane/ui/choice'
import { Dialog } from '@solvane/ui/dialog'
import { Drawer, Sheet } from '@solvane/ui/drawer'
import { EmptyState } from '@solvane/ui/empty-state'
import { LoadingMask } from '@solvane/ui/loading-mask'
import { Paginator } from '@solvane/ui/paginator'
import { Picture } from '@solvane/ui/picture'
import { Price } from '@solvane/ui/price'
import { Skeleton, TileSkeleton } from '@solvane/ui/skeleton'
import { SwatchDot, Swatches } from '@solvane/ui/swatch'
import { Tabs } from '@solvane/ui/tabs'
import { showToast, type ToastKind } from '@solvane/ui/toast'
import { useState } from 'react'
import { Buttons, Fields, Section } from './design/controls.tsx'
import styles from './design/design.module.css'

/** The layers over the page: dialog, drawers, mask. */
function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'left' | 'right' | 'sheet' | 'mask' | null>(null)
  const close = () => setOpen(null)

  function showMaskBriefly() {
    setOpen('mask')
    setTimeout(close, 2000)
  }

  return (
    <>
      <Section name="Over the page">
        <div className={styles.row}>
          {(['success', 'info', 'warning', 'error'] satisfies ToastKind[]).map((kind) => (
            <Button
              key={kind}
              kind="secondary"
              onClick={() => showToast(`A message of the kind ${kind}.`, kind)}
            >
              {kind}
            </Button>
          ))}
        </div>
        <div className={styles.row}>
          <Button onClick={() => setOpen('dialog')}>Dialog</Button>
          <Button onClick={() => setOpen('left')}>Left drawer</Button>
          <Button onClick={() => setOpen('right')}>Right drawer</Button>
          <Button onClick={() => setOpen('sheet')}>Sheet</Button>
          <Button onClick={showMaskBriefly}>Loading mask</Button>
        </div>
      </Section>

      <Dialog
        isOpen={open === 'dialog'}
        onClose={close}
        title="Saving Success"
        description="Your account information has been updated."
        actions={<Button onClick={close}>Continue</Button>}
      />
      {(['left', 'right'] as const).map((side) => (
        <Drawer
          key={side}
          side={side}
          isOpen={open === side}
          onClose={close}
          title="Filter"
          footer={<Button isWide>Show 24 pieces</Button>}
        >
          <Checkbox label="In stock only" />
        </Drawer>
      ))}
      <Sheet isOpen={open === 'sheet'} onClose={close} title="Zoom" closeLabel="Close">
        <p className={styles.caption}>A picture fills it.</p>
      </Sheet>
      {open === 'mask' && <LoadingMask message="Your order is being placed." />}
    </>
  )
}

const colors = {
  paper: '#f5f2ec',
  'paper-deep': '#ece7de',
  white: '#ffffff',
  hairline: '#ddd6cb',
  stone: '#6f675e',
  ink: '#1b1815',
  accent: '#5b1a1e',
  error: '#9b1c1c',
  success: '#3d5a3a',
  warning: '#7a5410',
}

const swatches = [
  { name: 'Ink', hex: '#1b1815' },
  { name: 'Chalk', hex: '#f4efe6' },
  { name: 'Oxblood', hex: '#5b1a1e' },
  { name: 'Olive', hex: '#5b5a3a' },
  { name: 'Sand', hex: '#c9b493' },
  { name: 'Sea', hex: '#4c6470' },
]

const sample = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000"><rect width="800" height="1000" fill="#ece7de"/><path d="M250 520h300l30 260H220zM310 520c0-160 180-160 180 0" fill="none" stroke="#1b1815" stroke-width="3"/></svg>',
)}`

/** The design system, every part in all its states, for those who build with it. */
export function DesignSystem() {
  const [page, setPage] = useState(7)
  return (
    <div className={styles.page}>
      <title>Design system · Solvane</title>
      <h1>Design system</h1>

      <Section name="Colour">
        <div className={styles.columns}>
          {Object.entries(colors).map(([name, hex]) => (
            <div key={name} className={styles.color}>
              <svg aria-hidden="true">
                <rect width="100%" height="100%" fill={hex} />
              </svg>
              <span>
                {name} {hex}
              </span>
            </div>
          ))}
        </div>
      </Section>

      <Section name="Type">
        <p className={styles.banner}>Summer Odyssey</p>
        <p className={styles.display}>Destination-Ready Handbags</p>
        <p className={styles.title}>Materials &amp; care</p>
        <p className={styles.titleSmall}>Ilaria Top-Handle</p>
        <p className={styles.lead}>Calfskin, cut from one hide. Nine hours at one bench.</p>
        <p className={styles.body}>
          The lining is goat suede. Inside: a phone, a card case and keys. Read{' '}
          <a className={textLinkClass} href="/faq/delivery">
            how we deliver
          </a>{' '}
          or <TextLink href="https://example.com">write to us</TextLink>.
        </p>
        <p className={styles.caption}>Height 21 cm, 8.3 in · 1,290 · 0123456789</p>
        <p className={styles.name}>Label</p>
      </Section>

      <Buttons />

      <Fields />

      <Section name="Prices, colours, chips">
        <div className={styles.row}>
          <Price price={2450} />
          <Price price={2450} salePrice={1960} />
          <Price price={190} isFrom />
          <Price price={15.99} />
        </div>
        <div className={styles.row}>
          <Swatches colors={swatches} />
          <SwatchDot hex="#5b1a1e" size={28} />
        </div>
        <div className={styles.row}>
          <Chip>Oxblood</Chip>
          <Chip disabled>Suede</Chip>
          <a className={chipClass} href="#chips" aria-label="Remove Under $1,000">
            Under $1,000 <ChipMark />
          </a>
        </div>
      </Section>

      <Section name="Pictures and what stands in for them">
        <div className={styles.tiles}>
          <Picture src={sample} alt="A drawn bag" width={800} height={1000} color="#ece7de" />
          <Picture src="/missing.webp" alt="Missing" width={800} height={1000} color="#ddd6cb" />
          <TileSkeleton />
          <div>
            <Skeleton shape="title" width="long" />
            <Skeleton />
            <Skeleton width="half" />
          </div>
        </div>
      </Section>

      <Section name="Accordion">
        <div>
          <AccordionItem title="Details" name="sample" isOpen>
            <p>Calfskin. Palladium hardware. Suede lining.</p>
          </AccordionItem>
          <AccordionItem title="Materials &amp; care" name="sample">
            <p>Keep it from rain and strong light. Wipe with a dry cloth.</p>
          </AccordionItem>
        </div>
      </Section>

      <Section name="Tabs and pages">
        <Tabs
          label="Payment"
          tabs={[
            { value: 'card', label: 'Card', content: 'A page of your bank opens.' },
            { value: 'usdt', label: 'USDT', content: 'One address, one exact amount.' },
            { value: 'wire', label: 'Wire', content: '', isDisabled: true },
          ]}
        />
        <Paginator page={page} pageCount={24} hrefFor={(n) => `?page=${n}`} onSelect={setPage} />
      </Section>

      <Section name="Nothing and failure">
        <div className={styles.columns}>
          <EmptyState title="Nothing carries that name." note="No Data">
            <Button kind="secondary">Clear all</Button>
          </EmptyState>
          <EmptyState title="Opps!! Something went wrong." text="Please try again later." isError>
            <Button kind="link">Try again</Button>
          </EmptyState>
        </div>
      </Section>

      <Overlays />
    </div>
  )
}
