# NotImplementedError from an abstract method
Rails.application.routes.draw do
  class AbstractTable
    def rows = raise(NotImplementedError, "#{self.class} must implement rows")
  end
  class UserTable < AbstractTable; end
  UserTable.new.rows.each { |r| get r, to: "x#y" }
end
