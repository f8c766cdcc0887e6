import { Button, buttonClass, IconButton, iconButtonClass } from '@solvane/ui/button'
import { Checkbox, RadioGroup } from '@solvane/ui/choice'
import { PasswordField, SelectField, TextAreaField, TextField } from '@solvane/ui/field'
import * as icons from '@solvane/ui/icon'
import { QuantityStepper } from '@solvane/ui/quantity-stepper'
import { type ReactNode, useState } from 'react'
import styles from './design.module.css'

// A module lists what it exports in another order on the server than in the browser.
const iconsByName = Object.entries(icons).sort(([one], [other]) => (one < other ? -1 : 1))

/** The buttons, in all their states. */
export function Buttons() {
  return (
    <>
      <Section name="Buttons">
        <div className={styles.row}>
          <Button>Add to cart</Button>
          <Button isBusy>Add to cart</Button>
          <Button disabled>Sold out</Button>
          <a className={buttonClass('primary')} href="#buttons">
            Shop now
          </a>
        </div>
        <div className={styles.row}>
          <Button kind="secondary">View details</Button>
          <Button kind="secondary" isBusy>
            View details
          </Button>
          <Button kind="secondary" disabled>
            View details
          </Button>
        </div>
        <div className={styles.row}>
          <Button kind="link">Explore</Button>
          <Button kind="link" isBusy>
            Explore
          </Button>
          <Button kind="link" disabled>
            Explore
          </Button>
        </div>
        <div className={styles.dark}>
          <Button kind="light">Shop Now</Button>
        </div>
        <Button isWide>Checkout</Button>
        <div className={styles.row}>
          <IconButton label="Add to favourites">
            <icons.HeartIcon />
          </IconButton>
          <IconButton label="Add to favourites" isBusy>
            <icons.HeartIcon />
          </IconButton>
          <IconButton label="Add to favourites" disabled>
            <icons.HeartIcon />
          </IconButton>
          <a className={iconButtonClass} href="#buttons" aria-label="Cart">
            <icons.BagIcon />
          </a>
        </div>
      </Section>
      <Section name="Icons">
        <div className={styles.row}>
          {iconsByName.map(([name, Icon]) => (
            <span key={name} className={styles.icon}>
              <Icon />
              {name.replace('Icon', '')}
            </span>
          ))}
        </div>
      </Section>
    </>
  )
}

/** The fields, in all their states. */
export function Fields() {
  const [quantity, setQuantity] = useState(2)
  return (
    <Section name="Fields">
      <div className={styles.columns}>
        <TextField label="Full name" autoComplete="name" required />
        <TextField label="Address line 2" hint="Flat, floor, entrance." />
        <TextField label="E-mail" defaultValue="ada@" error="Please enter a valid email" required />
        <TextField label="Coupon" defaultValue="ODYSSEY" isBusy required />
        <TextField label="E-mail" defaultValue="ada@example.com" disabled required />
        <PasswordField label="Password" defaultValue="shopper-demo" required />
        <SelectField label="Country" required>
          <option>Italy</option>
          <option>Portugal</option>
        </SelectField>
        <SelectField label="Country" error="Please choose a country." required>
          <option>Choose</option>
        </SelectField>
        <TextAreaField label="Order remark" placeholder="A line for the card" />
      </div>
      <div className={styles.columns}>
        <div>
          <Checkbox label="In stock only" defaultChecked />
          <Checkbox label="Some of them" isMixed />
          <Checkbox label="Accept the terms" error="Please accept the terms." />
          <Checkbox label="Sold out" hint="Back in March." disabled />
        </div>
        <RadioGroup
          legend="Payment method"
          name="payment"
          defaultValue="STRIPE"
          options={[
            { value: 'STRIPE', label: 'Card', hint: 'Visa, Mastercard, American Express' },
            { value: 'PAYPAL', label: 'PayPal' },
            { value: 'COD', label: 'Cash on delivery', isDisabled: true },
          ]}
        />
        <div className={styles.row}>
          <QuantityStepper label="Quantity" value={quantity} max={5} onChange={setQuantity} />
          <QuantityStepper label="Busy" value={1} max={5} onChange={setQuantity} isBusy />
          <QuantityStepper label="Sold out" value={1} max={1} onChange={setQuantity} isDisabled />
        </div>
      </div>
    </Section>
  )
}

/** One kind of part, under its name. */
export function Section({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={name}>
      <h2 className={styles.name}>{name}</h2>
      {children}
    </section>
  )
}
