import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/checkbox'
import { Dialog } from '@solvane/ui/dialog'
import { Drawer } from '@solvane/ui/drawer'
import { LoadingMask } from '@solvane/ui/loading-mask'
import { Sheet } from '@solvane/ui/sheet'
import { showToast, type ToastKind } from '@solvane/ui/toast.ts'
import { useState } from 'react'
import { Section } from './controls.tsx'
import styles from './design.module.css'

/** What lies over the page. */
export function Overlays() {
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
