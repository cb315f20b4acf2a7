import { useMutation } from '@tanstack/react-query';
import { type Session, sessionEndpoints } from '#contract/desk/sessions.ts';
import type { SignInAnswer } from '#contract/desk/signing-in.ts';
import { call } from '#console/api/call.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { SecondFactorSetup } from './SecondFactorSetup.tsx';
import { SignInForm } from './SignInForm.tsx';
import type { SignInStep } from './sign-in-step.ts';

export function SignInSteps({
  step,
  mail = '',
  onStep,
  onSignedIn,
}: {
  step: SignInStep;
  mail?: string;
  onStep: (step: SignInStep) => void;
  onSignedIn: (session: Session) => void;
}) {
  const loadSession = useMutation({
    mutationFn: () => call(sessionEndpoints.viewSession),
    onSuccess: onSignedIn,
  });
  const onAnswer = ({ next, session }: SignInAnswer) => {
    if (next !== 'in') onStep(next);
    else if (session) onSignedIn(session);
    else loadSession.mutate();
  };
  const onRestart = () => onStep('password');
  if (loadSession.error) return <FormAlert error={loadSession.error} />;
  if (step === 'second-factor') return <SecondFactorForm onAnswer={onAnswer} onRestart={onRestart} />;
  if (step === 'set-up-second-factor')
    return <SecondFactorSetup onDone={() => loadSession.mutate()} onRestart={onRestart} />;
  return <SignInForm mail={mail} onAnswer={onAnswer} />;
}
