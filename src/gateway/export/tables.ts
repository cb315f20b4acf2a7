export interface ExportTables {
  /** Files of jobs of kind `export`, in parts. */
  export_part: {
    job_id: string;
    /** Number of the job's row. */
    number: number;
    /** Inquiries in it. */
    rows: number;
    text: string;
    at: number;
  };
}
