import { useFailureMessage } from '#console/api/failure-message.ts';

interface Props {
  error: Error;
  format?: (what: string) => string;
}

export function FailureText({ error, format }: Props) {
  const { what } = useFailureMessage(error);
  return (
    <span className="error" role="alert">
      {format ? format(what) : `${what}.`}
    </span>
  );
}
