import { doctorJson, doctorReport } from "../doctor/doctor-report";
import { examine } from "../doctor/examine";
import { judge } from "../doctor/judge";
import { type Command, UsageError } from "./command";

/** `doctor`: what is wrong with the installation, and what to do about it. */
export const doctorCommand: Command = {
  usage: "[--json]",
  help: `Finds what is wrong with this installation, and says how to cure it. It changes nothing.
--json  Prints all complaints and notes as JSON, not only the first ten of each.
Exit codes: 0 if nothing is wrong, 1 if something is.`,
  failureCode: 1,

  async run(args, context) {
    const unknown = args.find((argument) => argument !== "--json");
    if (unknown !== undefined) throw new UsageError(`Unknown argument ${unknown}`);
    const seen = await examine(context);
    const complaints = judge(seen);
    context.print(args.includes("--json") ? doctorJson(complaints, seen) : doctorReport(complaints, seen));
    return complaints.length === 0 ? 0 : 1;
  },
};
