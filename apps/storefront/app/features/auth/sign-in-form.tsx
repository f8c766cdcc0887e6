import { loginInput } from '@solvane/contract/auth'
import { Button } from '@solvane/ui/button'
import { PasswordField, TextField } from '@solvane/ui/field'
import { textLinkClass } from '@solvane/ui/text-link'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { FormFailure } from '../../components/form-failure.tsx'
import { useSchemaForm } from '../../components/use-schema-form.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import styles from './auth-form.module.css'
import { useEnter } from './use-enter.ts'

/** E-mail and password. */
export function SignInForm({ isBusy, onEntering }: AuthFormProps) {
  const api = useApi()
  const enter = useEnter()
  const { state, search } = useLocation()
  const { register, handleSubmit, formState } = useSchemaForm(loginInput)
  const { errors } = formState
  const signIn = useMutation({
    mutationFn: async (body: { email: string; password: string }) => {
      const { data } = await api.call('login', { body })
      await onEntering(() => enter(data))
    },
  })
  return (
    <form
      className={styles.form}
      // Before the program has come the browser sends nothing of such a form by itself.
      method="dialog"
      noValidate
      onSubmit={handleSubmit((input) => signIn.mutate(input))}
    >
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
        autoComplete="current-password"
        required
        error={errors.password?.message}
      />
      <FormFailure error={signIn.error} unexpected="Please check your login and password." />
      <Button type="submit" isWide className={styles.submit} isBusy={isBusy || signIn.isPending}>
        Sign in
      </Button>
      <p className={styles.note}>
        <Link className={textLinkClass} to={{ pathname: '/forgot-password', search }} state={state}>
          Forgot your password?
        </Link>
      </p>
    </form>
  )
}

/** What both forms of the sign-in screen are given. */
export interface AuthFormProps {
  isBusy: boolean
  /** Runs the last steps of signing in; the screen stays until they are done. */
  onEntering: (enter: () => Promise<void>) => Promise<void>
}
