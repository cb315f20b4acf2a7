import { useFailureMessage } from '#console/api/failure-message.ts';

interface Props {
  error: Error;
  format?: (what: string) => string;
}

/** Says a failure in one line, beside the control that failed. */
export function FailureText({ error, format }: Props) {
  const { what } = useFailureMessage(error);
  return (
    <span className="error" role="alert">
      {format ? format(what) : `${what}.`}
    </span>
  );
}
