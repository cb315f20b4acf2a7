import { useMutation } from '@tanstack/react-query';
import { type Session, sessionRows } from '#contract/desk/sessions.ts';
import type { SignInAnswer } from '#contract/desk/signing-in.ts';
import { call } from '#console/api/call.ts';
import { FormFailure } from '#console/forms/FormFailure.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { SecondFactorSetup } from './SecondFactorSetup.tsx';
import { SignInForm } from './SignInForm.tsx';
import type { SignInStep } from './sign-in-step.ts';

/** Signing in, one step at a time; whoever shows it keeps the step. */
export function SignInSteps({
  step,
  mail = '',
  onStep,
  onDone,
}: {
  step: SignInStep;
  mail?: string;
  onStep: (step: SignInStep) => void;
  onDone: (session: Session) => void;
}) {
  const view = useMutation({
    mutationFn: async () => (await call(sessionRows.viewSession)) as Session,
    onSuccess: onDone,
  });
  const goOn = ({ next, session }: SignInAnswer) => {
    if (next !== 'in') onStep(next);
    else if (session) onDone(session);
    else view.mutate();
  };
  const startAgain = () => onStep('password');
  if (view.error) return <FormFailure error={view.error} />;
  if (step === 'second-factor') return <SecondFactorForm onDone={goOn} onStartAgain={startAgain} />;
  if (step === 'set-up-second-factor')
    return <SecondFactorSetup onDone={() => view.mutate()} onStartAgain={startAgain} />;
  return <SignInForm mail={mail} onDone={goOn} />;
}
