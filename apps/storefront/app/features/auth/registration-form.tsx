import { registrationInput } from '@solvane/contract/auth'
import { Button } from '@solvane/ui/button'
import { PasswordField, TextField } from '@solvane/ui/field'
import { textLinkClass } from '@solvane/ui/text-link'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { FormFailure } from '../../components/form-failure.tsx'
import { useSchemaForm } from '../../components/use-schema-form.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import styles from './auth-form.module.css'
import type { AuthFormProps } from './sign-in-form.tsx'
import { useEnter } from './use-enter.ts'

interface RegistrationFormProps extends AuthFormProps {
  /** An account was opened just now. */
  onRegistered: () => void
}

/** Name, e-mail and a password to choose. */
export function RegistrationForm({ isBusy, onEntering, onRegistered }: RegistrationFormProps) {
  const api = useApi()
  const enter = useEnter()
  const { register, handleSubmit, formState } = useSchemaForm(registrationInput)
  const { errors } = formState
  const open = useMutation({
    mutationFn: async (body: { name: string; email: string; password: string }) => {
      const { data } = await api.call('register', { body })
      onRegistered()
      await onEntering(() => enter(data))
    },
  })
  return (
    <form
      className={styles.form}
      method="dialog"
      noValidate
      onSubmit={handleSubmit((input) => open.mutate(input))}
    >
      <TextField
        {...register('name')}
        label="Name"
        autoComplete="name"
        maxLength={100}
        required
        error={errors.name?.message}
      />
      <TextField
        {...register('email')}
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
      />
      <PasswordField
        {...register('password')}
        label="Password"
        autoComplete="new-password"
        required
        hint="At least 6 characters"
        error={errors.password?.message}
      />
      <FormFailure error={open.error} unexpected="Registration failed. Please try again." />
      <Button type="submit" isWide className={styles.submit} isBusy={isBusy || open.isPending}>
        Create account
      </Button>
      <p className={styles.note}>
        An account comes with our{' '}
        <Link className={textLinkClass} to="/terms">
          terms
        </Link>
        ; how we treat what you tell us is under{' '}
        <Link className={textLinkClass} to="/privacy">
          privacy
        </Link>
        .
      </p>
    </form>
  )
}
